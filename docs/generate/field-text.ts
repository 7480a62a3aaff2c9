import { itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'ISO 8601 date and time',
  uri: 'URL',
  'idn-email': 'email address',
};

/** Whether a field may be null. */
export function isNullable({ type, anyOf }: JsonSchema): boolean {
  return type?.includes('null') || (anyOf?.some((branch) => branch.type === 'null') ?? false);
}

/** Describes the type of a field and its rules: `text, at least 2 characters`. */
export function fieldText(schema: JsonSchema): string {
  const { $ref, anyOf, enum: values, format } = schema;
  if ($ref !== undefined) return $ref === '#/components/schemas/CountryCode' ? 'ISO 3166-1 alpha-2 code' : nameIn($ref);
  if (anyOf) {
    const branches = anyOf.filter(({ type }) => type !== 'null').map(fieldText);
    return branches.join(' or ');
  }
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (format !== undefined) return formats[format] ?? format;
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  switch (type) {
    case 'string':
      return ['text', ...textRules(schema)].join(', ');
    case 'number':
      return ['number', ...numberRules(schema)].join(', ');
    case 'array':
      return `list of ${fieldText(itemsOf(schema) ?? {})}`;
    case 'object':
      return `{ ${propertiesOf(schema)
        .map(([name]) => name)
        .join(', ')} }`;
    case undefined:
      return 'any value';
    default:
      return type;
  }
}

/** Describes the type of a field as {@link fieldText}, and says whether it may be null: `text or null`. */
export function typeText(schema: JsonSchema): string {
  const text = fieldText(schema);
  return isNullable(schema) ? `${text}${text.includes(', ') ? ',' : ''} or \`null\`` : text;
}

/** Returns the name in a reference: `Customer` for `#/components/schemas/Customer`. */
export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function textRules({ minLength, pattern }: JsonSchema): string[] {
  return [
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    // The contract has only one pattern: the `api_name`.
    ...(pattern === undefined ? [] : ['snake_case']),
  ];
}

function numberRules({ minimum, maximum, exclusiveMinimum }: JsonSchema): string[] {
  return [
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`]),
  ];
}
