import { printableJson } from '../../shared/escape.ts';
import { isObject, readField } from '../../shared/json.ts';
import { typeOf } from '../json.ts';
import type { FindingPlace } from './report.ts';

/** A line of an exchange: as expected, as received, or both. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** Lines around a difference that are shown. */
const context = 3;

/** The lines of a response that shows no difference by itself. */
const maxLines = 24;

/** Returns the response of an example with the expected and the received lines of its difference. */
export function diffOf(place: FindingPlace): DiffLine[] {
  const { example } = place;
  if (!example) return [];
  const lines = [...statusLines(place), ...bodyLines(place)];
  if (lines.every(({ sign }) => sign === ' ')) return cut(lines, () => false);
  return cut(lines, (at) => lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' '));
}

/** Keeps the lines around differences, or the first ones. */
function cut(lines: readonly DiffLine[], isNear: (at: number) => boolean): DiffLine[] {
  const hasNear = lines.some((_, at) => isNear(at));
  const kept: DiffLine[] = [];
  for (const [at, line] of lines.entries()) {
    if (hasNear ? at === 0 || isNear(at) : at < maxLines) kept.push(line);
    else if (kept.at(-1)?.text !== '…') kept.push({ sign: ' ', text: '…' });
  }
  return kept;
}

function statusLines({ message, example }: FindingPlace): DiffLine[] {
  const received = example?.status === 0 ? 'no response' : `status ${example?.status}`;
  const expected = /returned status \d.*, expected (.+)$/.exec(message)?.[1];
  if (expected === undefined) return [{ sign: ' ', text: received }];
  return [
    { sign: '-', text: /^\d+$/.test(expected) ? `status ${expected}` : expected },
    { sign: '+', text: received },
  ];
}

function bodyLines(place: FindingPlace): DiffLine[] {
  const { example, field = fieldIn(place.message), problem, message } = place;
  const body = example?.responseBody;
  if (body === undefined) return [];
  const sent = isObject(example?.requestBody) ? readField(example.requestBody, field) : undefined;
  const wanted = sent === undefined ? undefined : printableJson(sent);
  const expected = problem === undefined ? wanted : message.replace(/, received .*$/, '');
  return new Printer({
    field,
    isMissing: problem === 'missing',
    isError: (example?.status ?? 0) >= 400,
    expected: problem === 'additional' ? undefined : expected,
    received: /, received (null|number|string|boolean|array|object)$/.exec(message)?.[1],
  }).print(body);
}

/** The first field that a message names: `` `city` does not have the value that was sent ``. */
function fieldIn(message: string): string {
  return /^`([^`]+)`/.exec(message)?.[1] ?? '';
}

/** The field that differs. */
interface Wanted {
  /** Its path on the wire; empty if the message names none. */
  readonly field: string;
  readonly isMissing: boolean;
  readonly isError: boolean;
  readonly expected: string | undefined;
  /** The type of the wrong value, if the message names it. */
  readonly received: string | undefined;
}

/** Prints JSON with the expected value in front of the value of a field. */
class Printer {
  readonly #wanted: Wanted;
  readonly #lines: DiffLine[] = [];
  #isFound = false;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  print(body: unknown): DiffLine[] {
    this.#value('', body, '', '', ' ');
    return this.#lines;
  }

  #value(label: string, value: unknown, path: string, end: string, sign: DiffLine['sign'], indent = ''): void {
    const isList = Array.isArray(value);
    const entries: [string, unknown][] = isList
      ? value.map((item: unknown) => ['', item])
      : isObject(value)
        ? Object.entries(value)
        : [];
    if (entries.length === 0) {
      this.#add(sign, `${indent}${label}${printableJson(value)}${end}`);
      return;
    }
    this.#add(sign, `${indent}${label}${isList ? '[' : '{'}`);
    for (const [index, [key, item]] of entries.entries()) {
      const inner = isList ? `${path}[]` : memberPath(path, key);
      const name = isList ? '' : `${printableJson(key)}: `;
      const comma = index < entries.length - 1 ? ',' : '';
      this.#value(name, item, inner, comma, this.#mark(inner, item, `${indent}  ${name}`) ?? sign, `${indent}  `);
    }
    if (!isList && this.#lacks(path)) {
      this.#add('-', `${indent}  "${lastKey(this.#wanted.field)}": ${this.#wanted.expected ?? ''}`);
    }
    this.#add(sign, `${indent}${isList ? ']' : '}'}${end}`);
  }

  /** Adds the expected line of the field, once. */
  #mark(path: string, value: unknown, start: string): '+' | undefined {
    const { field, isMissing, expected, received } = this.#wanted;
    if (this.#isFound || isMissing || field === '' || wirePathOf(path) !== field) return undefined;
    // Other records of a list can be correct.
    if (received !== undefined && typeOf(value) !== received) return undefined;
    this.#isFound = true;
    if (expected !== undefined) this.#add('-', `${start}${expected}`);
    return '+';
  }

  /** Whether the field is a missing member of the object that was just printed. */
  #lacks(path: string): boolean {
    const { field, isMissing, isError } = this.#wanted;
    if (this.#isFound || !isMissing || (path === '') !== isError) return false;
    this.#isFound = wirePathOf(memberPath(path, lastKey(field))) === field;
    return this.#isFound;
  }

  #add(sign: DiffLine['sign'], text: string): void {
    this.#lines.push({ sign, text });
  }
}

function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function lastKey(field: string): string {
  return /([^[\].]+)\]?(?:\[\])?$/.exec(field)?.[1] ?? field;
}

/** `data[].settings.sku` as `settings[sku]`, like the field of a finding. */
function wirePathOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^data(?:\[\])?\.?/, '').split('.');
  return rest.reduce((wire, key) => (wire.endsWith('[]') ? `${wire}.${key}` : `${wire}[${key}]`), first);
}
