/** What the benchmarks ask of a client. */

/** Where the calls seem to go: nothing is sent. */
export const baseUrl = 'https://api.example.com';

/** What the calls are authorised by. */
export const token = 'bench_token_of_32_characters_long';

/** The id of the record that is read. */
export const id = '0d3e2c1b-5a49-4f38-8b27-16a5c4d3e2f1';

/** A fetch, as every client here takes one. */
export type Fetch = typeof globalThis.fetch;

/** Makes a client with the defaults of its package, but for the fetch, and returns what reads one record with it. */
export type Connect = (fetch: Fetch) => () => PromiseLike<unknown>;
