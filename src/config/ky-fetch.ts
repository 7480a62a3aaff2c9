import type { Fetch, KyInstance } from '../types/fetch.ts';

/**
 * Sends each attempt through a team's own ky instance. The options replace those of the instance that would retry by
 * itself or change the URL.
 */
export function kyFetch(instance: KyInstance): Fetch {
  return async (url, init) => {
    const options = {
      ...init,
      // ky merges plain objects by the exact spelling of their names, and would combine `Authorization` of both.
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
      // A hook's error speaks for itself; its cause may contain a secret. ky wraps only network errors.
      throw error instanceof Error && error.name !== 'NetworkError' ? new Error(error.message) : error;
    }
  };
}
