import { mswLoader } from 'msw-storybook-addon/csf3';
import { mock, worker } from '../src/mock.js';

export default {
  loaders: [
    mswLoader(async () => {
      await worker.start({ quiet: true });
      return worker;
    }),
  ],
  beforeEach: () => mock.reset(),
};
