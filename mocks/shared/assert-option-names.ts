import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { isObject } from './json.ts';

/** The names of all options. The compiler demands each. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** @throws A TypeError if options that come from JavaScript are not an object or have an unknown name. */
export function assertOptionNames<Options extends object>(
  subject: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  if (!isObject(options)) throw new TypeError(`${subject}: options must be an object, received ${preview(options)}`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const valid = listValid('options', unknown, Object.keys(names));
  throw new TypeError(`${subject}: unknown option "${unknown}".${valid}`);
}

/**
 * Returns a value that is a whole number. It needs no schema, because the remote control does not load zod.
 *
 * @throws A TypeError if JavaScript passes something else, or a number that is not in the range.
 */
export function assertWholeNumber(subject: string, value: unknown, minimum: number, maximum?: number): number {
  const largest = maximum ?? Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(value) && Number(value) >= minimum && Number(value) <= largest) return Number(value);
  const range = maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  throw new TypeError(`${subject}: must be a whole number ${range}, received ${preview(value)}`);
}

/** The options of a list, which returns the newest of its entries. */
interface ListOptions {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/** @throws A TypeError if an option of a list is unknown, or not a whole number. */
export function assertListOptions<Options extends ListOptions>(
  subject: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  assertOptionNames(subject, options, names);
  for (const name of ['after', 'limit'] as const) {
    if (options[name] !== undefined) assertWholeNumber(`${subject}.${name}`, options[name], 0);
  }
}
