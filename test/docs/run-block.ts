/** Loads the modules of the pages with Node instead of Vite, from memory. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';
import { doubles, type Module } from './modules.ts';

/** Node's own `import()`. */
const load: <Exports = Record<string, unknown>>(url: string) => Promise<Exports> = runInThisContext(
  '(url) => import(url)',
  { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
);

/** Loads a file that the modules import too, so that both share one instance. */
export const loadFile = <Exports>(path: string) => load<Exports>(pathToFileURL(path).href);

/** Returns a function that loads a module and its imports. Each module runs once. */
export function loaderOf(modules: readonly Module[]): (module: Module) => Promise<Record<string, unknown>> {
  const sources = new Map(modules.map(({ url, checked }) => [url, checked]));
  registerHooks({
    resolve(specifier, context, next) {
      const double = doubles[specifier];
      if (double) return next(pathToFileURL(double).href, context);
      const url = specifier.startsWith('/') ? pathToFileURL(specifier).href : specifier;
      return sources.has(url) ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = sources.get(url);
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  return ({ url }) => load(url);
}
