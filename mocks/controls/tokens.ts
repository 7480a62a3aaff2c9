/** Tokens: each opens one workspace, for the operations it is permitted. */
import type { IdGenerator } from '../store/ids.ts';
import { allows, isPermission, type Permission, permissionHelp } from './permissions.ts';

/** Whom a token stands for. */
export interface Principal {
  /** Id of the workspace. */
  readonly workspace: string;
  /** What the token may do. */
  readonly permissions: readonly Permission[];
  /** The user in `created_by` and `updated_by`. */
  readonly user: string;
}

/** What a token is to be. */
export interface TokenOptions {
  /** The token itself. Default a made-up one. */
  readonly token?: string | undefined;
  /** Id of the workspace. Default the mock's first. */
  readonly workspace?: string | undefined;
  /** What the token may do. Default everything. */
  readonly permissions?: readonly Permission[] | undefined;
  /** The user in `created_by` and `updated_by`. Default a made-up one. */
  readonly user?: string | undefined;
}

/** The tokens of a mock. */
export interface MockTokens {
  /**
   * Issues a token: by default for the mock's first workspace, for everything, for a made-up user.
   *
   * @throws TypeError if there is no such workspace or permission, or for a token that no header can carry.
   * @example
   * ```ts
   * const readOnly = mock.tokens.issue({ permissions: ['*:read'] });
   * ```
   */
  issue(options?: TokenOptions): string;
  /** Revokes a token: the next call with it is answered 401. Returns whether there was such a token. */
  revoke(token: string): boolean;
}

/** The result of authentication: a principal, or the error text of a 401. */
export type Authentication =
  | { readonly principal: Principal; readonly error?: undefined }
  | { readonly principal?: undefined; readonly error: string };

/** The tokens as the server uses them. */
export class TokenStore implements MockTokens {
  readonly #ids: IdGenerator;
  readonly #workspaceExists: (id: string) => boolean;
  readonly #firstWorkspace: () => string;
  readonly #changed: () => void;
  #grants = new Map<string, Principal>();

  constructor(
    ids: IdGenerator,
    workspaceExists: (id: string) => boolean,
    firstWorkspace: () => string,
    changed: () => void,
  ) {
    this.#ids = ids;
    this.#workspaceExists = workspaceExists;
    this.#firstWorkspace = firstWorkspace;
    this.#changed = changed;
  }

  issue({
    workspace = this.#firstWorkspace(),
    permissions = ['*'],
    user = this.#ids.uuid(),
    token = this.#newToken(),
  }: TokenOptions = {}): string {
    if (!this.#workspaceExists(workspace)) {
      throw new TypeError(`tokens.issue: no workspace ${workspace}; add it with db.workspaces.insert first`);
    }
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('tokens.issue: a token is printable ASCII without spaces, and not empty');
    }
    if (!Array.isArray(permissions)) throw new TypeError('tokens.issue: expected permissions to be an array');
    const unknown = permissions.find((permission) => !isPermission(permission));
    if (unknown !== undefined) {
      throw new TypeError(`tokens.issue: no permission ${unknown}; expected ${permissionHelp}`);
    }
    this.#grants.set(token, { workspace, permissions, user });
    this.#changed();
    return token;
  }

  revoke(token: string): boolean {
    const existed = this.#grants.delete(token);
    if (existed) this.#changed();
    return existed;
  }

  /** Revokes the tokens of a workspace. */
  revokeWorkspace(workspace: string): void {
    for (const [token, principal] of this.#grants) if (principal.workspace === workspace) this.#grants.delete(token);
  }

  #newToken(): string {
    for (;;) {
      const token = this.#ids.token();
      if (!this.#grants.has(token)) return token;
    }
  }

  snapshot(): ReadonlyMap<string, Principal> {
    return new Map(this.#grants);
  }

  restore(grants: ReadonlyMap<string, Principal>): void {
    this.#grants = new Map(grants);
  }

  has(token: string): boolean {
    return this.#grants.has(token);
  }

  /** Finds the principal of an `Authorization` header. */
  authenticate(authorization: string | null | undefined): Authentication {
    if (!authorization) return { error: 'Missing API token: send the header Authorization: Bearer <API_TOKEN>' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const principal = token === undefined ? undefined : this.#grants.get(token);
    return principal ? { principal } : { error: 'Invalid API token' };
  }

  /** Whether a principal has a permission. */
  allows(principal: Principal, permission: string): boolean {
    return principal.permissions.some((granted) => allows(granted, permission));
  }
}
