import { nameIn, typeText } from './field-text.ts';
import { itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';
import { code, table } from './markdown.ts';
import type { DocumentSchemas } from './openapi-schemas.ts';
import type { Operation } from './operations.ts';

/** Returns the name of the record that an operation returns. */
export function recordOf({ method }: Operation): string {
  return method.returns.replace('[]', '');
}

/** Lists the fields of all returned shapes in one table, since the shapes of a record differ in few fields. */
export function recordSection(operations: readonly Operation[], schemas: DocumentSchemas): string[] {
  const records = [...new Set(operations.map(recordOf))].filter(
    (name) => propertiesOf(schemas.components[name] ?? {}).length > 0,
  );
  if (records.length === 0) return [];
  const rows = new Map<string, { schema: JsonSchema; records: Set<string> }>();
  for (const record of records) {
    for (const [name, schema] of fieldsOf(schemas.components[record] ?? {}, schemas)) {
      const row = rows.get(name) ?? { schema, records: new Set() };
      rows.set(name, { ...row, records: row.records.add(record) });
    }
  }
  const severalShapes = records.length > 1;
  const shapesOf = (row: { records: Set<string> }) =>
    row.records.size === records.length ? 'all' : [...row.records].map(code).join(', ');
  return [
    '## Fields',
    severalShapes
      ? `Responses have one of ${records.length} shapes: ${records.map(code).join(', ')}.`
      : `Responses contain ${records.map(code).join('')} with these fields.`,
    table(
      ['field', 'type', 'description', ...(severalShapes ? ['shapes'] : [])],
      [...rows].map(([name, row]) => [
        code(name),
        typeText(row.schema),
        row.schema.description ?? '',
        ...(severalShapes ? [shapesOf(row)] : []),
      ]),
    ),
  ];
}

/** Returns the fields of a record, including the fields of groups and list entries: `prices[].amount`. */
function fieldsOf(schema: JsonSchema, schemas: DocumentSchemas, prefix = ''): [string, JsonSchema][] {
  return propertiesOf(schema).flatMap(([name, field]): [string, JsonSchema][] => {
    const entry = itemsOf(field);
    const inner = resolved(entry ?? field, schemas);
    if (!inner.properties) return [[prefix + name, field]];
    return fieldsOf(inner, schemas, `${prefix}${name}${entry ? '[]' : ''}.`);
  });
}

function resolved(schema: JsonSchema, { components }: DocumentSchemas): JsonSchema {
  return schema.$ref === undefined ? schema : (components[nameIn(schema.$ref)] ?? schema);
}
