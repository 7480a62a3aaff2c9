import { type Bug, type BugName, bugs, type ErrorKind } from './bugs.ts';
import { createTables, type Json, type Row } from './data.ts';
import type { Route } from './routes.ts';
import type { Variants } from './variants.ts';

/** An error response. */
export class Problem extends Error {
  readonly kind: ErrorKind;
  readonly status: number;
  /** The fields that fail validation, with messages. */
  readonly issues: readonly (readonly [field: string, message: string])[];

  constructor(kind: ErrorKind, status: number, text: string, issues: Problem['issues'] = []) {
    super(text);
    this.kind = kind;
    this.status = status;
    this.issues = issues;
  }
}

/** A request on its way through the checks. */
export interface Context extends Route {
  readonly url: URL;
  readonly ids: readonly string[];
  readonly token: string | undefined;
  body: Json;
  workspace: string;
  row: Row | undefined;
}

/** The records of a server, and how it differs from others. */
export class State {
  readonly tables = createTables();
  readonly variants: Variants;
  readonly bug: Bug | undefined;
  readonly started = Date.now();
  /** Requests so far. */
  requests = 0;
  readonly #bugName: BugName | undefined;

  constructor(variants: Variants, bugName: BugName | undefined) {
    this.variants = variants;
    this.#bugName = bugName;
    this.bug = bugName && bugs[bugName];
  }

  /** Whether the server has a bug. */
  has(name: BugName): boolean {
    return this.#bugName === name;
  }

  /** Whether a part of the bug is about a field of an operation. */
  matches(target: readonly [string, string, ...unknown[]] | undefined, operation: string, field: string): boolean {
    return target?.[0] === operation && target[1] === field;
  }

  /** The time of the server. A running clock moves with each request. */
  now(): number {
    return Date.now() + (this.variants.clock === 'running' ? this.requests * 1500 : 0);
  }

  /** The time of a change, as it is stored. */
  timestamp(): number {
    if (this.variants.clock === 'frozen') return this.started;
    return this.variants.clock === 'in whole seconds' ? Math.floor(this.now() / 1000) * 1000 : this.now();
  }

  /** Returns an id as responses show it. */
  showId(id: string): string {
    return this.variants.idCase === 'upper' ? id.toUpperCase() : id.toLowerCase();
  }
}

export function createNotFound(state: State, resource: string): Problem {
  return new Problem('not found', state.variants.notFoundStatus, `${resource} not found`);
}

export function createMalformedId(state: State, isProduct: boolean, resource: string): Problem {
  const { malformedIdStatus: status, malformedIdText, malformedProductId } = state.variants;
  if (isProduct) return new Problem('malformed', status, malformedProductId);
  if (malformedIdText === 'not found') return createNotFound(state, resource);
  if (malformedIdText === 'text') return new Problem('malformed', status, `Invalid ${resource.toLowerCase()} id`);
  return new Problem('validation', status, 'Validation error', [['id', 'must be a valid UUID']]);
}

export function createInvalid(
  state: State,
  { operation }: Pick<Route, 'operation'>,
  issues: Problem['issues'],
): Problem {
  const isProduct = operation === 'products.update';
  const status = isProduct
    ? state.has('rejects fields of products with 422')
      ? 422
      : 400
    : state.variants.validationStatus;
  return new Problem('validation', status, 'Validation error', issues);
}
