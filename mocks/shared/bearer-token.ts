/** Returns the token of an `Authorization` header. Returns undefined if there is none. */
export function bearerToken(authorization: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Whether a given token is the secret. The time depends only on the given token, so that it tells nothing about the
 * secret.
 */
export function isSameToken(given: string | undefined, secret: string | undefined): boolean {
  if (!given || !secret) return false;
  let difference = given.length ^ secret.length;
  for (let at = 0; at < given.length; at += 1)
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return difference === 0;
}

/**
 * Finds secrets in a time that does not depend on their characters. A plain `Map` compares them one character after
 * another.
 */
export class SecretMap<Value> {
  readonly #values = new Map<string, Value>();
  /** The secrets by their hash. Comparing all of them would make each call slower with each secret. */
  readonly #byHash = new Map<number, Set<string>>();
  /** Nobody else can compute the hashes. */
  readonly #key = new Uint32Array(1);

  /** Returns the value of a secret that a stranger gave. */
  find(given: string): Value | undefined {
    let value: Value | undefined;
    for (const secret of this.#byHash.get(this.#hash(given)) ?? []) {
      if (isSameToken(given, secret)) value = this.#values.get(secret);
    }
    return value;
  }

  /** Returns the value of a secret that the caller knows. */
  get(secret: string): Value | undefined {
    return this.#values.get(secret);
  }

  has(secret: string): boolean {
    return this.#values.has(secret);
  }

  set(secret: string, value: Value): void {
    this.#values.set(secret, value);
    const hash = this.#hash(secret);
    const secrets = this.#byHash.get(hash) ?? new Set();
    this.#byHash.set(hash, secrets.add(secret));
  }

  /** Returns whether there was such a secret. */
  delete(secret: string): boolean {
    const hash = this.#hash(secret);
    const secrets = this.#byHash.get(hash);
    secrets?.delete(secret);
    if (secrets?.size === 0) this.#byHash.delete(hash);
    return this.#values.delete(secret);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  [Symbol.iterator](): IterableIterator<[string, Value]> {
    return this.#values[Symbol.iterator]();
  }

  #hash(secret: string): number {
    // Not in the constructor: Workers have no random numbers before the first request.
    while (this.#key[0] === 0) crypto.getRandomValues(this.#key);
    let hash = this.#key[0] ?? 0;
    for (let at = 0; at < secret.length; at += 1) hash = Math.imul(hash ^ secret.charCodeAt(at), 0x01_00_01_93);
    return hash;
  }
}
