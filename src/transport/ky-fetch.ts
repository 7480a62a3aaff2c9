import type { Fetch, KyInstance } from '../types/fetch.ts';

/**
 * Sends each attempt through a ky instance of the caller. The options turn off everything in the instance that would
 * retry or change the URL.
 */
export function kyFetch(instance: KyInstance): Fetch {
  return async (url, init) => {
    const options = {
      ...init,
      // ky merges plain objects case-sensitively: it would send its own `Authorization` and ours as one header.
      headers: new Headers(init.headers),
      retry: 0,
      timeout: false,
      totalTimeout: false,
      throwHttpErrors: false,
      prefix: '',
      baseUrl: undefined,
      searchParams: undefined,
      json: undefined,
    } as const;
    try {
      return await instance(url, options);
    } catch (error) {
      // Keep only the message of a hook's error: its cause may contain a secret. ky wraps only network errors.
      throw error instanceof Error && error.name !== 'NetworkError' ? new Error(error.message) : error;
    }
  };
}
