import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { subjectFile } from '../subject-file.ts';

/** Sizes in bytes, minified and gzipped. */
export interface Size {
  /** The files that must load before the call. */
  readonly initial: number;
  /** The files that load later, on demand, by name. Files of `initial` are not counted. */
  readonly lazy: ReadonlyMap<string, number>;
  /** `initial`, and the files that a first call with the default options loads. */
  readonly firstCall: number;
  /** Everything in one file, for bundlers that do not split. */
  readonly whole: number;
}

/** Files that a first call with the default options does not load: the code for hooks and for logs of level `info`. */
const optional = ['observer'];

/** Bundles a program that makes one call with a subject, and returns its size. */
export async function sizeOf(subject: string): Promise<Size> {
  const program = {
    stdin: {
      contents: `import { connect } from ${JSON.stringify(subjectFile('client', subject))}; console.log(await connect(fetch)());`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  } satisfies BuildOptions;
  const split = await build({ ...program, splitting: true });
  const single = await build(program);

  const { outputs } = split.metafile;
  const sizes = new Map(split.outputFiles.map(({ path, contents }) => [basename(path), gzipped(contents)]));
  const sizeOfAll = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + (sizes.get(basename(file)) ?? 0), 0);

  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const initial = new Set(
    entries.filter(([, output]) => output.entryPoint === '<stdin>').flatMap(([file]) => reach(file, outputs)),
  );
  const lazy = entries
    .filter(([file]) => !initial.has(file))
    .map(([file, { entryPoint = '' }]) => {
      const name = /([^/]+?)(?:-[A-Z0-9]{8})?\.[cm]?js$/.exec(entryPoint)?.[1] ?? entryPoint;
      return [name, sizeOfAll(reach(file, outputs).filter((part) => !initial.has(part)))] as const;
    });
  const firstCall = lazy.reduce(
    (sum, [name, size]) => (optional.includes(name) ? sum : sum + size),
    sizeOfAll(initial),
  );
  return {
    initial: sizeOfAll(initial),
    lazy: new Map(lazy),
    firstCall,
    whole: single.outputFiles.reduce((sum, { contents }) => sum + gzipped(contents), 0),
  };
}

/** Returns a file and all its static imports. */
function reach(file: string, outputs: Metafile['outputs'], seen = new Set<string>()): string[] {
  if (!seen.has(file)) {
    seen.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') reach(path, outputs, seen);
    }
  }
  return [...seen];
}

function gzipped(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length;
}
