import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the module of a subject. Those that need packages of others are in `peers`. */
export function subjectFile(part: 'client' | 'mock', subject: string): string {
  const file = join(import.meta.dirname, part, 'subjects', `${subject}.ts`);
  return existsSync(file) ? file : join(import.meta.dirname, 'peers', `${subject}.ts`);
}
