/** The entry points of the package. `exports` in package.json lists them, and everything else derives from it. */
import { existsSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

/** An entry point with code. */
export interface EntryPoint {
  /** The path after the name of the package: `mock/matchers/jest`, or an empty text for the package itself. */
  readonly path: string;
  /** The file in `dist`, without its extension: `mock/matchers/jest`. */
  readonly output: string;
  /** The file in this repository: `mocks/matchers-jest.ts`. */
  readonly source: string;
  /** Whether there is a CommonJS build. */
  readonly hasCommonJs: boolean;
}

export const entryPoints: readonly EntryPoint[] = Object.entries(manifest.exports).flatMap(([name, target]) => {
  if (typeof target === 'string') return [];
  const path = name.replace(/^\.\/?/, '');
  const output = path === '' ? 'index' : path === 'mock' ? 'mock/index' : path;
  return [{ path, output, source: sourceOf(output), hasCommonJs: 'require' in target }];
});

/** Returns the source, relative to the root of this repository, where npm runs all scripts. */
function sourceOf(output: string): string {
  const inSource = `src/${output}.ts`;
  return existsSync(inSource) ? inSource : `mocks/${output.replace(/^mock\//, '').replace('/', '-')}.ts`;
}
