/** Prints the files that a bundled program loads for a call: `node bench/client/first-call.ts out/stdin.js`. */
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customer } from './customers.ts';

const [program = ''] = process.argv.slice(2);
const entry = pathToFileURL(resolve(program)).href;
const files = new Set<string>();

registerHooks({
  load(url, context, next) {
    if (url.startsWith(new URL('.', entry).href)) files.add(basename(url));
    return next(url, context);
  },
});
globalThis.fetch = () => Promise.resolve(Response.json({ success: true, data: customer(1) }));
// The program prints its record.
console.log = () => {};
await import(entry);
process.stdout.write(JSON.stringify([...files]));
