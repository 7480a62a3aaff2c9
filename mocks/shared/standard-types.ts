import type { StandardSchema } from '../../src/contract/standard-schema.ts';

type TypesOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types>
  : never;

/** The type of a value that a schema accepts. */
export type InputOf<Schema> = Schema extends StandardSchema<infer Input> ? Input : never;

/** The type of the value that a schema returns. Undefined if there is no schema. */
export type OutputOf<Schema> = Schema extends StandardSchema
  ? TypesOf<Schema> extends { readonly output: infer Output }
    ? Output
    : unknown
  : undefined;
