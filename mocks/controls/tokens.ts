/** Tokens: each opens one workspace, for the operations it is permitted. */
import { errorMessages } from '../../src/contract/errors.ts';
import { HttpError } from '../shared/http-error.ts';
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
    token = this.#ids.token(),
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

  snapshot(): ReadonlyMap<string, Principal> {
    return new Map(this.#grants);
  }

  restore(grants: ReadonlyMap<string, Principal>): void {
    this.#grants = new Map(grants);
  }

  /** The grant that an `Authorization` header opens, or a 401. */
  authenticate(authorization: string | null | undefined): Principal {
    if (!authorization) throw unauthorized('Missing API token: send the header Authorization: Bearer <API_TOKEN>');
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const grant = token === undefined ? undefined : this.#grants.get(token);
    if (!grant) throw unauthorized('Invalid API token');
    return grant;
  }

  /** Refuses what the grant does not permit. */
  authorize(grant: Principal, permission: string): void {
    if (!grant.permissions.some((held) => allows(held, permission))) throw new HttpError(403, errorMessages.forbidden);
  }
}

function unauthorized(error: string): HttpError {
  return new HttpError(401, error, { headers: { 'www-authenticate': 'Bearer' } });
}
