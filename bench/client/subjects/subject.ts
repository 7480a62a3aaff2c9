/** The base URL of the calls. Nothing is sent. */
export const baseUrl = 'https://api.example.com';

/** The token of the calls. */
export const token = 'bench_token_of_32_characters_long';

/** The id of the record that is read. */
export const id = '0d3e2c1b-5a49-4f38-8b27-16a5c4d3e2f1';

/** The `fetch` function that every client accepts. */
export type Fetch = typeof globalThis.fetch;

/** Creates a client with default options and the given `fetch`. Returns a function that reads one record. */
export type Connect = (fetch: Fetch) => () => PromiseLike<unknown>;
