import type { OperationName } from '../../../src/contract/operations.ts';
import { isObject } from '../../shared/json.ts';

/** A value in the response of an earlier step: `new Reference(2, ['prices', 0, 'id'])`. */
export class Reference {
  readonly step: number;
  readonly path: readonly (string | number)[];

  constructor(step: number, path: readonly (string | number)[]) {
    this.step = step;
    this.path = path;
  }
}

/** A text that is unique for each execution of a walk. */
export class UniqueText {
  readonly prefix: string;
  readonly separator: string;

  constructor(prefix: string, separator: string) {
    this.prefix = prefix;
    this.separator = separator;
  }

  in(execution: string): string {
    return [this.prefix, execution].join(this.separator);
  }
}

/** One call of a walk. Values may be references or unique texts. */
export interface Step {
  /** The number that references use. It stays when other steps are removed. */
  readonly id: number;
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An id that no record has. */
export const missingId = '00000000-0000-4000-8000-000000000000';

/** Returns the value that a reference names in the data of earlier steps. */
export function lookUp({ step, path }: Reference, data: ReadonlyMap<number, unknown>): unknown {
  let value = data.get(step);
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isObject(value) ? value[String(key)] : undefined;
  }
  return value ?? missingId;
}

/** Returns the steps whose references all name one of the steps. */
export function removeDangling(steps: readonly Step[]): Step[] {
  const kept: Step[] = [];
  const ids = new Set<number>();
  for (const step of steps) {
    if (referencesOf(step).some((reference) => !ids.has(reference.step))) continue;
    kept.push(step);
    ids.add(step.id);
  }
  return kept;
}

function referencesOf({ params, query = {}, body = {} }: Step): Reference[] {
  const values = [params, query, body].flatMap((record) => Object.values(record).flat());
  return values.filter((value): value is Reference => value instanceof Reference);
}
