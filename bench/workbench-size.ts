import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../dist/workbench');

/** The most bytes that the workbench may load before its first page is visible, minified and gzipped. */
export const workbenchLimit = 36_000;

/** Returns the gzipped size of everything that the workbench loads before its first page is visible. */
export function workbenchSize(): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  // The page names all scripts that it loads.
  const scripts = html.matchAll(/"\.\/workbench\/([^"]+\.js)"/g);
  const files = [html, ...Array.from(scripts, ([, name = '']) => readFileSync(join(folder, name)))];
  return files.reduce((size, file) => size + gzipSync(file, { level: 9 }).length, 0);
}
