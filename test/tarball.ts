import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** Packs what was built as npm would publish it, into a folder, and says where the file is and what it holds. */
export async function packTarball(folder: string): Promise<{ tarball: string; files: string[] }> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root });
  const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
