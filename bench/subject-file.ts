import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the module of a subject. Those that need packages of others are in `peers` and `generated`. */
export function subjectFile(part: 'client' | 'mock', subject: string): string {
  const folders = [join(part, 'subjects'), 'peers', 'generated'];
  const files = folders.map((folder) => join(import.meta.dirname, folder, `${subject}.ts`));
  const file = files.find(existsSync);
  if (file === undefined) throw new Error(`no file of the subject ${subject}: ${files.join(', ')}`);
  return file;
}
