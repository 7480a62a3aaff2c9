/** Bodies as debug logs show them. */

/** What says who a person is, and where to find them. */
const defaultRedactedFields: readonly string[] = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'tax_ids',
  'tax_value',
  'address_line1',
  'address_line2',
  'city',
  'postal_code',
  'comment',
];

const longest = 10_000;

/** A body without the values of some fields, at any depth; of bracketed keys each name counts. */
export function redactBody(text: string, fields: readonly string[] = defaultRedactedFields): string {
  if (text === '') return 'no body';
  const hidden = new Set(fields);
  let shown: string;
  try {
    shown = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      value !== null && key.split(/[[\]]+/).some((name) => hidden.has(name)) ? '[redacted]' : value,
    );
  } catch {
    // What has no fields cannot be redacted by them.
    return `${text.length} characters that are no JSON`;
  }
  return shown.length > longest ? `${shown.slice(0, longest)}… (${shown.length} characters)` : shown;
}
