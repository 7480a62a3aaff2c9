import * as z from 'zod/mini';
import { bearerToken, tokenPattern, tokenProblem } from '../shared/bearer-token.ts';
import { unauthorized } from '../shared/http-error.ts';
import type { OwnOperation } from '../shared/own-operation.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { randomToken } from '../shared/random.ts';
import type { IdGenerator } from '../store/ids.ts';
import { assertPermissions, type OwnPermission, type Permission, permissionHelp } from './permissions.ts';
import type { MockPolicies } from './policies.ts';
import { KnownTokens, redactUrl } from './redact-tokens.ts';

/** The identity that a token authenticates. */
export interface Principal {
  /** The id of the workspace. */
  readonly workspace: string;
  /** The operations that the token permits. */
  readonly permissions: readonly Permission[];
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

/** A token as an HTTP header can contain it. */
export const tokenSchema = z.string().check(z.regex(tokenPattern, tokenProblem));

/** Permissions of a token. {@link TokenStore.issue} checks their names, which depend on the operations of the mock. */
const permissionsSchema = z.readonly(
  z.array(z.string(`must be ${permissionHelp}`) as unknown as z.ZodMiniType<Permission>),
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

/** @throws A TypeError if an option of {@link MockTokens.issue} is not valid. */
export function parseTokenOptions(options: TokenOptions, subject: string): TokenOptions {
  return parseOptions(tokenOptions, options, subject, ['token']);
}

/** The tokens of one mock. */
export class TokenStore implements MockTokens {
  readonly #ids: IdGenerator;
  readonly #workspaceExists: (id: string) => boolean;
  readonly #firstWorkspace: () => string;
  readonly #onWrite: (token: string) => void;
  readonly #ownPermissions: readonly string[];
  /** V8 compares the characters of two tokens only if their hashes are equal, and a stranger cannot compute those. */
  readonly #principals = new Map<string, Principal>();
  /** Every token that was ever valid: the journal must not show revoked tokens either. */
  readonly #known = new KnownTokens();

  /**
   * @param onWrite Called after a token was issued, changed or revoked.
   * @param operations The operations that the specification does not document.
   */
  constructor(
    ids: IdGenerator,
    workspaceExists: (id: string) => boolean,
    firstWorkspace: () => string,
    onWrite: (token: string) => void,
    operations: readonly OwnOperation[],
  ) {
    this.#ids = ids;
    this.#workspaceExists = workspaceExists;
    this.#firstWorkspace = firstWorkspace;
    this.#onWrite = onWrite;
    this.#ownPermissions = operations.map(({ permission }) => permission);
  }

  /** Replaces every token that was ever valid. */
  redact(text: string): string {
    return this.#known.redact(text);
  }

  /** @param subject The name of the options in error messages. */
  issue(options: TokenOptions = {}, subject = 'tokens.issue'): string {
    const {
      token = randomToken('mdmock'),
      workspace = this.#firstWorkspace(),
      permissions = ['*'],
      user,
    } = parseTokenOptions(options, subject);
    assertPermissions(permissions, this.#ownPermissions, subject);
    if (!this.#workspaceExists(workspace)) {
      throw new TypeError(
        `${subject}.workspace: must be the id of a workspace, received ${workspace}. Add it with db.workspaces.insert.`,
      );
    }
    // A rejected call uses no id.
    this.set(token, {
      workspace: workspace.toLowerCase(),
      permissions: permissions as Permission[],
      user: user ?? this.#ids.uuid(),
    });
    return token;
  }

  list(): readonly TokenEntry[] {
    return Array.from(this.#principals, ([token, principal]) => ({
      token,
      ...principal,
      permissions: [...principal.permissions],
    }));
  }

  revoke(token: string): boolean {
    const existed = this.#principals.delete(token);
    if (existed) this.#onWrite(token);
    return existed;
  }

  /** @throws A TypeError if the value is not a principal as JSON. */
  load(token: string, saved: unknown): void {
    this.set(token, parseOptions(principalSchema, saved, 'token'));
  }

  /** Returns the principal of a token. */
  get(token: string): Principal | undefined {
    return this.#principals.get(token);
  }

  /** Adds a token, or replaces its principal. */
  set(token: string, principal: Principal): void {
    this.#principals.set(token, principal);
    this.#known.add(token);
    this.#onWrite(token);
  }

  /** Revokes the tokens of a workspace. */
  revokeWorkspace(workspace: string): void {
    for (const [token, principal] of this.#principals) {
      if (principal.workspace === workspace) this.revoke(token);
    }
  }

  /** Revokes the tokens whose workspace no longer exists. */
  revokeOrphans(): void {
    for (const [token, { workspace }] of this.#principals) if (!this.#workspaceExists(workspace)) this.revoke(token);
  }

  redactUrl(url: string): string {
    return redactUrl(url, (text) => this.#known.redact(text));
  }

  snapshot(): ReadonlyMap<string, Principal> {
    return new Map(this.#principals);
  }

  restore(principals: ReadonlyMap<string, Principal>): void {
    for (const token of this.#principals.keys()) if (!principals.has(token)) this.revoke(token);
    for (const [token, principal] of principals) if (this.get(token) !== principal) this.set(token, principal);
  }

  /**
   * Keeps the tokens after the rows were replaced. Tokens of the former first workspace open the new one, and tokens of
   * other workspaces that no longer exist are revoked.
   */
  moveFrom(formerWorkspace: string): void {
    for (const [token, principal] of this.#principals) {
      if (this.#workspaceExists(principal.workspace)) continue;
      if (principal.workspace === formerWorkspace) {
        this.set(token, { ...principal, workspace: this.#firstWorkspace() });
      } else {
        this.revoke(token);
      }
    }
  }

  has(token: string): boolean {
    return this.#principals.has(token);
  }

  /** Finds the principal of an `Authorization` header. */
  authenticate(authorization: string | null | undefined): Authentication {
    if (!authorization) return { failure: 'missing' };
    const token = bearerToken(authorization);
    const principal = token === undefined ? undefined : this.#principals.get(token);
    return principal ? { principal } : { failure: 'invalid' };
  }
}
