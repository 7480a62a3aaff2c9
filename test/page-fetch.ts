/** Returns a `fetch` that rejects to be called as a method of an object, as that of a page does. */
export function pageFetch(send: typeof fetch): typeof fetch {
  return function (this: unknown, input, init) {
    if (this !== undefined) throw new TypeError("Failed to execute 'fetch' on 'Window': Illegal invocation");
    return send(input, init);
  };
}
