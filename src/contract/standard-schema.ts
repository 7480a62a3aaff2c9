/** A schema of zod, Valibot, ArkType or another library that implements Standard Schema. */
export interface StandardSchema<T = unknown> {
  /** The part of the Standard Schema interface that the package uses. */
  readonly '~standard': {
    /** Validates a value and returns its issues. */
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** Carries the type; not used at run time. */
    readonly types?:
      | {
          /** The type of a valid value. */
          readonly input: T;
        }
      | undefined;
  };
}

/** The result of a validation. */
export interface StandardResult {
  /** The parsed value, if there are no issues. */
  readonly value?: unknown;
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

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
