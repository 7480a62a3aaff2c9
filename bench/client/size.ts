import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { subjectFile } from '../subject-file.ts';

/** Sizes in bytes, minified and gzipped. */
export interface Size {
  /** The files that must load before the call. */
  readonly initial: number;
  /** The files that load later, on demand, by name. */
  readonly lazy: ReadonlyMap<string, number>;
  /** `initial`, and the files that a first call with the default options loads. */
  readonly firstCall: number;
  /** Everything in one file, for bundlers that do not split. */
  readonly whole: number;
}

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
  const { metafile, outputFiles } = await build({ ...program, splitting: true });
  const single = await build(program);

  const sizes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzipped(contents)]));
  const sizeOfAll = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + (sizes.get(basename(file)) ?? 0), 0);
  const initial = reach('out/stdin.js', metafile.outputs);
  const lazy = Object.entries(metafile.outputs)
    .filter(([file]) => !initial.has(file))
    .map(
      ([file, { entryPoint }]) => [entryPoint === undefined ? 'shared' : chunkName(file), sizeOfAll([file])] as const,
    );
  return {
    initial: sizeOfAll(initial),
    lazy: new Map(lazy),
    firstCall: sizeOfAll(await loadedFiles(outputFiles)),
    whole: single.outputFiles.reduce((sum, { contents }) => sum + gzipped(contents), 0),
  };
}

/** Returns a file and all its static imports. */
export function reach(file: string, outputs: Metafile['outputs'], seen = new Set<string>()): Set<string> {
  if (!seen.has(file)) {
    seen.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') reach(path, outputs, seen);
    }
  }
  return seen;
}

/** Removes the hashes of the builds of the package and of the program. */
function chunkName(file: string): string {
  return basename(file).replace(/(?:-[A-Z0-9]{8})*\.js$/, '');
}

/** Runs the bundled program, and returns the names of the files that it loads. */
async function loadedFiles(outputs: readonly OutputFile[]): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'masterdata-sdk-'));
  try {
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    for (const { path, contents } of outputs) await writeFile(join(directory, basename(path)), contents);
    const program = [join(import.meta.dirname, 'first-call.ts'), join(directory, 'stdin.js')];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    return JSON.parse(stdout);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function gzipped(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length;
}
