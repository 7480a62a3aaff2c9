import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** Packs the build into a folder like `npm publish`. Returns the file and its contents. */
export async function packTarball(folder: string): Promise<{ tarball: string; files: string[] }> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root });
  const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
