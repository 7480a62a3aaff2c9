/** A call that is over leaves nothing behind: no timer that keeps the process alive, and no memory. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a program in a new process until it exits by itself, and returns its output. */
async function run(program: string, ...flags: string[]): Promise<string> {
  const source = `
    import { createServer } from 'node:http';
    import { MasterDataClient } from ${JSON.stringify(join(root, 'src/client.ts'))};
    const never = new Promise(() => {});
    const ok = () => Response.json({ success: true, data: { id: 'a' } });
    const create = (options) => new MasterDataClient({
      baseUrl: 'http://127.0.0.1:9', apiToken: 'token', validation: { responses: 'off' }, ...options,
    });
    const get = (client, options) => client.request({ method: 'GET', path: '/api/x' }, options);
    const name = async (call) => {
      const result = await call.result();
      console.log(result.ok ? 'ok' : result.error.name);
    };
    ${program}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, '--no-warnings', '--input-type=module', '--eval', source],
    // A timer of the client would keep the process alive for ten minutes.
    { timeout: 120_000 },
  );
  return stdout.trim();
}

const long = 'timeout: 600_000, totalTimeout: 600_000';

describe('a process ends by itself', () => {
  const calls = [
    ['a success', `await name(get(create({ ${long}, fetch: async () => ok() })));`, 'ok'],
    [
      'an abort, if the fetch ignores it',
      `await name(get(create({ ${long}, fetch: () => never }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort, if a hook hangs',
      `await name(get(create({ ${long}, fetch: async () => ok(), hooks: { onRequest: () => never } }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort, if the body hangs',
      `const body = () => new Response(new ReadableStream({ pull: () => never }));
       await name(get(create({ ${long}, fetch: async () => body() }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort, if the token function hangs',
      `await name(get(create({ ${long}, apiToken: () => never }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort in the wait for a retry',
      `const busy = async () => new Response('', { status: 503, headers: { 'retry-after': '50' } });
       await name(get(create({ timeout: 600_000, fetch: busy }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort, if shouldRetry hangs',
      `const busy = async () => new Response('', { status: 503 });
       await name(get(create({ ${long}, fetch: busy, shouldRetry: () => never }), { signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'an abort, if a schema hangs',
      `const schema = { '~standard': { validate: () => never } };
       const options = { signal: AbortSignal.timeout(100), validation: { responses: 'throw' } };
       await name(create({ ${long}, fetch: async () => ok() }).request({ method: 'GET', path: '/api/x', schema }, options));`,
      'AbortError',
    ],
    [
      'an abort in a cooldown',
      `const cooldown = { remaining: () => 50_000, start: () => 50_000 };
       await name(get(create({ fetch: async () => ok() }), { cooldown, signal: AbortSignal.timeout(20) }));`,
      'AbortError',
    ],
    [
      'a timeout, if the fetch ignores the signal',
      `await name(get(create({ timeout: 20, totalTimeout: 600_000, maxRetries: 0, fetch: () => never })));`,
      'TimeoutError',
    ],
    [
      'an abort of a request to a server that does not respond, and of its body',
      `const { promise: ended, resolve: end } = Promise.withResolvers();
       const server = createServer((request, response) => {
         if (request.url === '/body/api/x') response.write('{');
       }).listen(0, '127.0.0.1', async () => {
         const origin = 'http://127.0.0.1:' + server.address().port;
         for (const path of ['', '/body']) {
           await name(get(create({ ${long}, baseUrl: origin + path }), { signal: AbortSignal.timeout(100) }));
         }
         server.close(end);
       });
       await ended;`,
      'AbortError\nAbortError',
    ],
    [
      'a list whose iteration stops',
      `const page = async () => Response.json({ success: true, data: [1, 2] }, { headers: { link: '<?p=2>; rel="next"' } });
       for await (const _ of create({ ${long}, fetch: page }).customers.list()) break;
       console.log('ok');`,
      'ok',
    ],
  ] as const;

  test('after each call, which leaves no timer', async () => {
    const programs = calls.map(
      ([end, program]) => `
        await (async () => { ${program} })();
        const left = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
        console.log('after', ${JSON.stringify(end)}, left.join());`,
    );
    const output = await run(programs.map((program) => `{ ${program} }`).join('\n'));
    expect(output.split('\n').map((line) => line.trim())).toEqual(
      calls.flatMap(([end, , printed]) => [...printed.split('\n'), `after ${end}`]),
    );
  });
});

describe('memory is released', () => {
  /** Runs a call whose body and response are held only weakly, and prints whether each was collected. */
  const collected = (call: string): string => `
    const refs = [];
    const track = (value) => (refs.push(new WeakRef(value)), value);
    await (async () => { ${call} })();
    for (let i = 0; i < 20 && refs.some((ref) => ref.deref()); i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      globalThis.gc();
    }
    console.log(refs.map((ref) => (ref.deref() === undefined ? 'collected' : 'kept')).join());
    globalThis.keep = client;`;

  const body = "const body = track({ text: 'x' }), query = track({ a: 1 }), headers = track({ 'x-a': 'b' });";
  const send = "client.request({ method: 'POST', path: '/api/x', body, query }, { headers, signal })";

  test.each([
    ['a token function', "apiToken: async () => 'token-0123456789abcdef'", 'await call;'],
    ['a token function that failed', "apiToken: () => Promise.reject(new Error('no'))", 'await call.result();'],
    ['a token function that never returns', 'apiToken: () => never, timeout: 20', 'await call.result();'],
    ['a fixed token', "apiToken: 'token-0123456789abcdef'", 'await call;'],
    ['hooks', 'hooks: { onResponse() {}, onError() {} }', 'await call;'],
    ['a failed call', 'fetch: () => Promise.reject(new Error("no")), maxRetries: 0', 'await call.result();'],
  ])('after the first call of a client with %s', async (_, options, use) => {
    const program = `
      const signal = new AbortController().signal;
      const client = create({ fetch: async () => ok(), ${options} });
      ${collected(`${body} const call = track(${send}); ${use}`)}
      console.log(signal.aborted);`;
    expect(await run(program, '--expose-gc')).toBe('collected,collected,collected,collected\nfalse');
  });

  test('by a client that is no longer used', async () => {
    const program = `
      const client = undefined;
      const apiToken = async () => 'token-0123456789abcdef';
      globalThis.tokens = apiToken;
      ${collected('const other = track(create({ fetch: async () => ok(), apiToken })); track(await get(other));')}`;
    expect(await run(program, '--expose-gc')).toBe('collected,collected');
  });
});
