/** A schema of zod, Valibot, ArkType or another library that implements Standard Schema. */
export interface StandardSchema<T = unknown> {
  /** The part of the Standard Schema interface that the client uses. */
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

interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
