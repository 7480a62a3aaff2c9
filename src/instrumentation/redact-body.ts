/** Personal data. */
export const defaultRedactedFields: readonly string[] = [
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
  'state',
  'postal_code',
  'comment',
];

const maxLength = 10_000;

/** Removes the values of fields from a JSON body, at any depth. In a bracketed key, each name counts. */
export function redactBody(text: string, fields: readonly string[] = defaultRedactedFields): string {
  if (text === '') return 'no body';
  const redacted = new Set(fields);
  let json: string;
  try {
    json = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      value !== null && key.split(/[[\]]+/).some((name) => redacted.has(name)) ? '[redacted]' : value,
    );
  } catch {
    // Text without fields cannot be redacted by field.
    return `${text.length} characters that are not JSON`;
  }
  return json.length > maxLength ? `${json.slice(0, maxLength)}… (${json.length} characters)` : json;
}
