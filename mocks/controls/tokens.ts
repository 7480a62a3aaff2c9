import * as z from 'zod/mini';
import { bearerToken, tokenPattern, tokenProblem } from '../shared/bearer-token.ts';
import { unauthorized } from '../shared/http-error.ts';
import type { OwnOperation } from '../shared/operation-reference.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { randomToken } from '../shared/random.ts';
import type { Cell } from '../state/cell.ts';
import type { HiddenRow } from '../state/hidden-tables.ts';
import type { State } from '../state/state.ts';
import type { Table } from '../store/table.ts';
import { assertPermissions, type OwnPermission, type Permission, permissionHelp } from './permissions.ts';
import type { MockPolicies } from './policies.ts';
import { KnownTokens, redactUrl } from './redact-secrets.ts';

/** The identity that a token authenticates. */
export interface Principal {
  /** The id of the workspace. */
  readonly workspace: string;
  /** The operations that the token permits. */
  readonly permissions: readonly (Permission | OwnPermission)[];
  /** The user in `created_by` and `updated_by`. */
  readonly user: string;
}

/** Options of {@link MockTokens.issue}. */
export interface TokenOptions {
  /** The token. Default: random. */
  readonly token?: string | undefined;
  /** The id of the workspace. Default: the mock's first workspace. */
  readonly workspace?: string | undefined;
  /** The operations that the token permits. Default: all. */
  readonly permissions?: readonly (Permission | OwnPermission)[] | undefined;
  /** The user in `created_by` and `updated_by`. Default: a generated id. */
  readonly user?: string | undefined;
}

/** A token in the list of a mock. */
export interface TokenEntry extends Principal {
  /** The token itself. */
  readonly token: string;
}

/** The tokens of a mock. */
export interface MockTokens {
  /**
   * Issues a token. By default, it permits all operations in the mock's first workspace.
   *
   * @throws A TypeError if there is no such workspace or permission, or if an HTTP header cannot contain the token.
   * @example
   * ```ts
   * const readOnly = mock.tokens.issue({ permissions: ['*:read'] });
   * ```
   */
  issue(options?: TokenOptions): string;
  /** Returns all valid tokens with their permissions, oldest first. They open the API: do not log the list. */
  list(): readonly TokenEntry[];
  /** Revokes a token. Later calls with it get 401. Returns whether there was such a token. */
  revoke(token: string): boolean;
  /** Whether a token is valid. */
  has(token: string): boolean;
  /**
   * Returns a path and query in which `[token]` replaces every token of the mock that has at least 8 characters. Use it
   * to log requests.
   */
  redactUrl(url: string): string;
}

/** The result of authentication: a principal, or the reason for a 401. */
export type Authentication =
  | { readonly principal: Principal; readonly failure?: undefined }
  | { readonly principal?: undefined; readonly failure: 'missing' | 'invalid' };

/**
 * Returns the identity of a caller.
 *
 * @throws An {@link HttpError} with status 401 if the token is missing or not valid.
 */
export function requirePrincipal({ principal, failure }: Authentication, policies: MockPolicies): Principal {
  if (principal) return principal;
  throw unauthorized(failure === 'missing' ? policies.missingTokenText : policies.invalidTokenText);
}

/** Returns the token of an `Authorization` header: undefined without a header, and empty if the header is wrong. */
export function sentToken(authorization: string | null | undefined): string | undefined {
  return authorization ? (bearerToken(authorization) ?? '') : undefined;
}

/** A token as an HTTP header can contain it. */
export const tokenSchema = z.string().check(z.regex(tokenPattern, tokenProblem));

/** Permissions of a token. {@link Tokens.issue} checks their names, which depend on the operations of the mock. */
const permissionsSchema = z.readonly(
  z.array(z.string(`must be ${permissionHelp}`) as unknown as z.ZodMiniType<Permission | OwnPermission>),
);

/** A principal as JSON. */
export const principalSchema = z.strictObject({
  workspace: z.string(),
  permissions: permissionsSchema,
  user: z.string(),
});

export const tokenOptions = z.strictObject({
  token: z.optional(tokenSchema),
  workspace: z.optional(z.string()),
  permissions: z.optional(permissionsSchema),
  user: z.optional(z.string()),
});

/** The first workspace of a mock, and the token with which its users call it. */
export interface OwnToken {
  readonly workspace: string;
  readonly token: string;
  /** Whether the token was revoked. It is not stored then. */
  readonly isRevoked?: boolean | undefined;
}

/** The tokens of one mock: a view of the hidden table `tokens`. */
export class Tokens implements MockTokens {
  readonly #state: State;
  readonly #own: Cell<OwnToken>;
  readonly #operations: () => readonly OwnOperation[];
  /** V8 compares the characters of two tokens only if their hashes are equal, and a stranger cannot compute those. */
  readonly #rows: Table<HiddenRow<Principal>>;
  /** Every token that was ever valid: the journal must not show revoked tokens either. */
  readonly #known = new KnownTokens();

  /** @param operations Returns the operations that the specification does not document. */
  constructor(state: State, own: Cell<OwnToken>, operations: () => readonly OwnOperation[]) {
    this.#state = state;
    this.#own = own;
    this.#operations = operations;
    this.#rows = state.hidden('tokens');
    state.define('tokens', {
      load: (_, saved) => parseOptions(principalSchema, saved, 'token'),
      onWrite: ({ id }) => this.#known.add(id),
    });
    state.database.onDelete = (table, id) => {
      if (table === 'workspaces') this.#revokeWhere(({ workspace }) => workspace === id);
    };
  }

  /** The id of the first workspace of the mock. */
  get workspace(): string {
    return this.#own.get().workspace;
  }

  /** Replaces every token that was ever valid. */
  redact(text: string): string {
    return this.#known.redact(text);
  }

  /** @param subject The name of the options in error messages. */
  issue(options: TokenOptions = {}, subject = 'tokens.issue'): string {
    const {
      token = randomToken('mdmock'),
      workspace = this.workspace,
      permissions = ['*'],
      user,
    } = parseOptions(tokenOptions, options, subject, ['token']);
    assertPermissions(
      permissions,
      this.#operations().map(({ permission }) => permission),
      subject,
    );
    if (!this.#workspaceExists(workspace.toLowerCase())) {
      throw new TypeError(
        `${subject}.workspace: must be the id of a workspace, received ${workspace}. Add it with db.workspaces.insert.`,
      );
    }
    this.#state.write(() =>
      this.#write(token, {
        workspace: workspace.toLowerCase(),
        permissions,
        user: user ?? this.#state.ids.uuid(),
      }),
    );
    return token;
  }

  list(): readonly TokenEntry[] {
    return Array.from(this.#rows.values(), ({ id, value }) => ({
      token: id,
      ...value,
      permissions: [...value.permissions],
    }));
  }

  revoke(token: string): boolean {
    const existed = this.has(token);
    if (existed) this.#state.write(() => this.#write(token, undefined));
    return existed;
  }

  /** Revokes the tokens whose workspace no longer exists. */
  revokeOrphans(): void {
    this.#revokeWhere(({ workspace }) => !this.#workspaceExists(workspace));
  }

  redactUrl(url: string): string {
    return redactUrl(url, (text) => this.#known.redact(text));
  }

  snapshot(): ReadonlyMap<string, Principal> {
    return new Map(Array.from(this.#rows.values(), ({ id, value }) => [id, value]));
  }

  restore(principals: ReadonlyMap<string, Principal>): void {
    this.#revokeWhere((_, token) => !principals.has(token));
    for (const [token, principal] of principals) this.#write(token, principal);
  }

  /**
   * Keeps the tokens after the rows were replaced. If the former first workspace no longer exists, its tokens open the
   * new one. Tokens of other workspaces that no longer exist are revoked.
   */
  moveFrom(formerWorkspace: string): void {
    const { workspace } = this;
    for (const { id, value } of [...this.#rows.values()]) {
      if (value.workspace !== formerWorkspace || this.#workspaceExists(formerWorkspace)) continue;
      this.#write(id, { ...value, workspace });
    }
    this.revokeOrphans();
  }

  /** Replaces the text of the mock's own token. */
  rename(from: string, to: string): void {
    const principal = this.#rows.get(from)?.value;
    const own = this.#own.get();
    this.#write(from, undefined);
    this.#write(to, principal);
    this.#own.set({ ...own, token: to });
  }

  has(token: string): boolean {
    return this.#rows.get(token) !== undefined;
  }

  /** @param token The token that {@link sentToken} returned. */
  authenticate(token: string | undefined): Authentication {
    if (token === undefined) return { failure: 'missing' };
    const row = this.#rows.get(token);
    return row ? { principal: row.value } : { failure: 'invalid' };
  }

  #workspaceExists(id: string): boolean {
    return this.#state.database.table('workspaces').get(id) !== undefined;
  }

  #revokeWhere(isRevoked: (principal: Principal, token: string) => boolean): void {
    const revoked = [...this.#rows.values()].filter(({ id, value }) => isRevoked(value, id));
    if (revoked.length === 0) return;
    this.#state.write(() => {
      for (const { id } of revoked) this.#write(id, undefined);
    });
  }

  /** Sets the principal of a token, or revokes it. */
  #write(token: string, principal: Principal | undefined): void {
    if (principal === this.#rows.get(token)?.value) return;
    if (principal) this.#rows.put({ id: token, value: principal });
    else this.#rows.delete(token);
    const own = this.#own.get();
    if (token === own.token) this.#own.set({ ...own, isRevoked: !principal });
  }
}
