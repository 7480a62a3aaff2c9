import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { errorCode } from '../shared/errors.ts';
import { isObject, parseJson } from '../shared/json.ts';
import { replaceFile } from '../shared/replace-file.ts';
import type { PulledRecord, Resource } from './copy-record.ts';

/** The records that a pull has read already. */
export interface RecordCache {
  get(resource: Resource, id: string): PulledRecord | undefined;
  add(resource: Resource, id: string, record: PulledRecord): void;
}

/**
 * The records of a pull that is not complete, in a file that only the user may read. A later pull continues with them.
 * Each line is a record, so that a process can be killed at any moment.
 */
export class ProgressFile implements RecordCache {
  readonly #file: string;
  readonly #records = new Map<string, PulledRecord>();

  /**
   * Reads the file of an earlier pull, or creates a new one.
   *
   * @param pull Identifies pulls that lead to the same seed. Records of another pull are dropped.
   * @throws An Error if the file cannot be written, or if it is not the file of a pull.
   */
  constructor(file: string, pull: string) {
    this.#file = file;
    const header = `masterdata-sdk pull ${pull}`;
    const [found = header, ...lines] = readLines(file);
    if (!found.startsWith('masterdata-sdk pull ')) {
      throw new Error(`${file}: is not the progress of a pull. Move the file, or pass another --out.`);
    }
    if (found === header) {
      for (const line of lines) {
        const entry = parseJson(line);
        // The last line may be incomplete.
        if (Array.isArray(entry) && isObject(entry[1])) this.#records.set(String(entry[0]), entry[1]);
      }
    }
    const kept = Array.from(this.#records, (entry) => JSON.stringify(entry));
    replaceFile(file, `${[header, ...kept].join('\n')}\n`, 0o600);
  }

  /** The number of records. */
  get size(): number {
    return this.#records.size;
  }

  get(resource: Resource, id: string): PulledRecord | undefined {
    return this.#records.get(`${resource} ${id}`);
  }

  add(resource: Resource, id: string, record: PulledRecord): void {
    this.#records.set(`${resource} ${id}`, record);
    appendFileSync(this.#file, `${JSON.stringify([`${resource} ${id}`, record])}\n`);
  }

  delete(): void {
    this.#records.clear();
    rmSync(this.#file, { force: true });
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
