import * as z from 'zod/mini';
import { type FieldKind, fieldsOf } from '../../src/contract/describe-schema.ts';
import { timestamp } from '../../src/contract/fields.ts';
import { toStoredTimestamp } from '../shared/time.ts';
import { column } from './fields.ts';

/**
 * Describes a table of the specification.
 *
 * @param label The name of one record, as in `<Label> not found`.
 * @param row The schema of a row. Objects in it reject fields that they do not have.
 */
export function describeTable<
  Schema extends z.ZodMiniObject,
  Defaults extends DefaultsOf<z.output<Schema>>,
  const ForeignKeys extends { readonly [Field in keyof z.output<Schema>]?: string },
>(
  label: string,
  row: Schema,
  {
    defaults,
    foreignKeys,
    uniqueApiName = false,
    deletedWith = [],
  }: {
    /**
     * Values of the fields that an insertion may omit. The id, the workspace and the timestamps need none, and neither
     * do fields that may be `null`, or groups of such fields.
     */
    readonly defaults: Defaults;
    /** The tables that fields with the id or the ids of rows refer to. `workspace_id` is not listed. */
    readonly foreignKeys: ForeignKeys;
    /** Whether `api_name` is unique in a workspace. Default: false. */
    readonly uniqueApiName?: boolean;
    /** Foreign keys whose target a row is deleted with, and without which it cannot be deleted. Default: none. */
    readonly deletedWith?: readonly (keyof ForeignKeys & string)[];
  },
) {
  const stored = storedObject(row);
  // With their inferred types, the published declarations would list all columns three times.
  const changes: z.ZodMiniType<object> = z.partial(stored);
  const fields: Readonly<Record<string, z.core.$ZodType>> = stored.shape;
  /** Returns the columns with a kind of values, or with lists of them. */
  const columnsOf = (hasKind: (kind: FieldKind) => boolean) =>
    Object.entries(fieldsOf(row)).flatMap(([name, { kind }]) =>
      hasKind(kind.type === 'list' ? kind.element.kind : kind) ? [name] : [],
    );
  const columns = Object.keys(row.shape);
  const completed = completeDefaults(row.shape, defaults);
  return {
    label,
    row: stored,
    changes,
    fields,
    declaredFields: fields,
    columns,
    template: Object.fromEntries(columns.map((name) => [name, column(completed, name)])),
    hasOpenFields: row.def.catchall !== undefined,
    knownColumns: row.def.catchall ? undefined : columns,
    hasOwnSchema: false,
    uuidColumns: columnsOf((kind) => kind.type === 'text' && kind.format === 'guid'),
    timestampColumns: columnsOf((kind) => kind.type === 'text' && kind.format === 'datetime'),
    freeColumns: columnsOf((kind) => kind.type === 'json'),
    defaults: completed as CompletedDefaults<z.output<Schema>, Defaults>,
    foreignKeys,
    uniqueApiName,
    deletedWith,
  };
}

/** Whether a field is `null`, or a group of such fields, unless an insertion sets it. */
type IsNullByDefault<T> = unknown extends T
  ? false
  : null extends T
    ? true
    : T extends readonly unknown[] | string | number | boolean
      ? false
      : false extends { [Key in keyof T]: IsNullByDefault<T[Key]> }[keyof T]
        ? false
        : true;

type NullByDefault<Row> = { [Key in keyof Row]: IsNullByDefault<Row[Key]> extends true ? Key : never }[keyof Row];

/** The default of a field: its value, or for a group the fields that need a default. */
type DefaultOf<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? Omit<T, NullByDefault<T>> & Partial<Pick<T, NullByDefault<T>>>
    : T;

type DefaultsOf<Row> = { [Key in keyof Row]?: DefaultOf<Row[Key]> };

/** The fields that have a default: those that a table names, and those that may be `null`. */
type CompletedDefaults<Row, Defaults> = Pick<Row, (keyof Defaults & keyof Row) | NullByDefault<Row>>;

/** Returns the defaults of fields, with `null` for those that may be `null`, in groups too. */
function completeDefaults(shape: Shape, defaults: object): Record<string, unknown> {
  const entries = Object.entries(shape).map(
    ([name, field]) => [name, defaultOf(field, column(defaults, name))] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function defaultOf(field: z.core.$ZodType, value: unknown): unknown {
  if (field instanceof z.ZodMiniNullable) return value === undefined ? null : value;
  if (!(field instanceof z.ZodMiniObject)) return value;
  const group = completeDefaults(field.shape, Object(value));
  const isComplete = Object.keys(field.shape).every((name) => Object.hasOwn(group, name));
  return isComplete ? group : value;
}

/** Returns a schema whose objects reject unknown fields, unless they accept any field on purpose. */
function storedObject<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, storedField(field)]));
  return z.clone(schema, { ...schema.def, shape, catchall: schema.def.catchall ?? z.never() });
}

function storedField(field: z.core.$ZodType): z.core.$ZodType {
  if (field === timestamp) return storedTimestamp;
  if (field instanceof z.ZodMiniObject) return storedObject(field);
  if (field instanceof z.ZodMiniNullable) {
    return z.clone(field, { ...field.def, innerType: storedField(field.def.innerType) });
  }
  if (field instanceof z.ZodMiniArray) return z.clone(field, { ...field.def, element: storedField(field.def.element) });
  return field;
}

/** Converts a timestamp to the form in which rows are stored. */
const storedTimestamp = timestamp.check(
  z.check((payload) => {
    if (payload.issues.length > 0) return;
    const { value: input } = payload;
    const stored = toStoredTimestamp(input);
    if (stored !== undefined) payload.value = stored;
    else payload.issues.push({ code: 'custom', input, message: 'must be in the years 0 to 9999' });
  }),
);
