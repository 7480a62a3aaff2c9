import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../dist/workbench');

/** Returns the gzipped size of everything that the workbench loads before its first page is visible. */
export function workbenchSize(): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, script = ''] = /src="\.\/workbench\/([^"]+)"/.exec(html) ?? [];
  const files = new Set(['index.html', script]);
  let size = 0;
  // A set also iterates over the files that are added meanwhile.
  for (const file of files) {
    const content = readFileSync(join(folder, file), 'utf8');
    size += gzipSync(content, { level: 9 }).length;
    const imports = content.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g);
    for (const [, imported = ''] of imports) files.add(imported);
  }
  return size;
}
