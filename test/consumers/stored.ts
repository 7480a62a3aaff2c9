/** The projects that generators create, as text: `generated/` has a file for each of them. */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files that no recipe and no build reads. */
const unused = /(?:^|\/)(?:\.(?!npmrc$)|[^/]*\.md$|package-lock\.json$)/;

/** Files of which only the names are stored, because other files import them. */
const images = /\.(?:ico|png|svg)$/;

/** Returns the files of a project as one text: a line with `===` and the path, then the content. */
export async function packProject(folder: string): Promise<string> {
  const paths = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !unused.test(path))
    .sort();
  const parts = paths.map(async (path) => {
    const content = images.test(path) ? '' : await readFile(join(folder, path), 'utf8');
    return `=== ${path}\n${content}${content === '' || content.endsWith('\n') ? '' : '\n'}`;
  });
  return (await Promise.all(parts)).join('');
}

/** Writes the files of a text into a folder. */
export async function unpackProject(text: string, folder: string): Promise<void> {
  const [, ...parts] = text.split(/^=== (.+)\n/m);
  for (let index = 0; index < parts.length; index += 2) {
    const file = join(folder, parts[index] ?? '');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, parts[index + 1] ?? '');
  }
}
