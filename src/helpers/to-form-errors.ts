import type { Issue } from '../contract/validate.ts';
import { isApiError, isInvalidRequestError } from '../errors/guards.ts';
import { messageOf } from '../errors/thrown-value.ts';

/** Messages by the name of a field. `root` has the messages that belong to no field of the form. */
export type FormErrors<Field extends string> = { readonly [Name in Field | 'root']?: string };

/**
 * Converts an error to messages at the fields of a form. An issue belongs to the field of its path, or to a field above
 * it. If the service describes a problem only as a text, the text belongs to the field that it starts with, and loses
 * this name before *is*, *must* or *has*. The other issues are in `root`. An error without issues is also in `root`,
 * with the text of the service or its own message. This text also replaces an empty message of an issue.
 *
 * @param error The error of a call. Any other value that was thrown has its message in `root`.
 * @param fields The names of the fields. Nested names have brackets or dots: `shipping[weight]` or `shipping.weight`.
 *
 * @example
 * try {
 *   await client.addresses.update(id, { city: '' });
 * } catch (error) {
 *   const { root, ...fields } = toFormErrors(error, ['city', 'postal_code']);
 *   console.log(root, fields.city);
 * }
 */
export function toFormErrors<const Field extends string>(error: unknown, fields: readonly Field[]): FormErrors<Field> {
  const issues = isApiError(error) || isInvalidRequestError(error) ? error.issues : [];
  const text = isApiError(error) && error.error !== '' ? error.error : messageOf(error);
  // Not an object, which would have a message at `constructor` already.
  const messages = new Map<Field | 'root', string>();
  for (const issue of issues) {
    const [name, message] = placeIssue(issue.message.trim() ? issue : { ...issue, message: text }, fields);
    const earlier = messages.get(name);
    messages.set(name, earlier === undefined ? message : `${earlier}; ${message}`);
  }
  if (issues.length === 0) messages.set('root', text);
  // `Object.fromEntries` does not keep the names.
  return Object.fromEntries(messages) as FormErrors<Field>;
}

/** Returns the field of an issue, and the message without the part of the path that names the field. */
function placeIssue<Field extends string>(
  { path, message }: Issue,
  fields: readonly Field[],
): readonly [name: Field | 'root', message: string] {
  // The service may write the path into the text.
  const [word = ''] = message.split(' ', 1);
  const issuePath = toDots(path || word);
  const candidates = fields.filter((field) => `${issuePath}.`.startsWith(`${toDots(field)}.`));
  // A form can have a group and one of its fields.
  const [field] = candidates.sort((a, b) => b.length - a.length);
  if (field === undefined) return ['root', `${path} ${message}`.trim()];
  const text = path === '' ? message.slice(word.length + 1) : message;
  // In `name of the tax is required`, the first word is not a name.
  if (path === '' && !/^(?:is|must|has)(?: |$)/.test(text)) return [field, message];
  return [field, `${issuePath.slice(toDots(field).length + 1)} ${text}`.trim()];
}

/** Form libraries write paths with dots or brackets. The service uses both. */
function toDots(path: string): string {
  return path.replace(/\[(\w+)\]/g, '.$1');
}
