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
