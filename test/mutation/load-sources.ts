/** Loads all sources that are changed, so that Stryker knows which constants are created once, before the tests. */
import.meta.glob(
  [
    '../../src/{wire,transport}/**/*.ts',
    '../../mocks/{controls,engine,history,operations,resources,snapshots,state,store}/**/*.ts',
  ],
  { eager: true },
);
