/** As far as it is used here: json-server comes without types. */
declare module 'json-server' {
  import type { RequestListener } from 'node:http';

  const jsonServer: {
    create(): RequestListener & { use(handler: RequestListener): void };
    router(tables: Readonly<Record<string, readonly object[]>>): RequestListener;
  };
  export = jsonServer;
}
