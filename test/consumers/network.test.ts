import { beforeAll, expect, test } from 'vitest';
import { install, type Project } from './project.ts';

/** Runs the tests of a project, which have the types that TypeScript checks, and returns their number. */
async function runTests(project: Project): Promise<number> {
  const { stdout } = await project.run('node', ['--test', '--test-reporter=tap']);
  expect(stdout).toMatch(/^# fail 0$/m);
  expect((await project.run('tsc', [])).stdout).toBe('');
  return Number(/^# pass (\d+)$/m.exec(stdout)?.[1]);
}

test("undici's fetch uses a proxy and client certificates, and MSW does not intercept it", async () => {
  expect(await runTests(await install('undici'))).toBe(5);
});

let observability: Project;
beforeAll(async () => {
  observability = await install('observability');
});

test('OpenTelemetry, pino and winston', async () => {
  expect(await runTests(observability)).toBe(5);

  const { stdout } = await observability.run('node', ['--import', './setup.ts', 'program.ts']);
  expect(stdout.match(/name: 'GET \/api\/customers'/g)).toHaveLength(2);
  const logged = { operation: 'customers.list', status: 200 };
  const message = expect.stringContaining('returned 200');
  expect(stdout.match(/^\{".*\}$/gm)?.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...logged, msg: message, level: 30 }),
    expect.objectContaining({ ...logged, message, level: 'info' }),
  ]);
});

test('with Express and Fastify, the spans of the client belong to the requests of the server', async () => {
  const servers = ['mock', '--quiet', '--', 'node', '--import', './setup.ts', 'servers.ts'];
  const { stdout, stderr } = await observability.run('masterdata-sdk', servers);
  expect(stderr).toBe('');
  const spans = stdout.split(/^\{$/m).flatMap((text) => {
    const { name, id } = /^ {2}name: '(?<name>.+)',\n {2}id: '(?<id>.+)',$/m.exec(text)?.groups ?? {};
    return id === undefined ? [] : [{ name, id, parent: /spanId: '(.+)'/.exec(text)?.[1] }];
  });
  const chainOf = (id: string | undefined): (string | undefined)[] => {
    const span = spans.find((each) => each.id === id);
    return span ? [span.name, ...chainOf(span.parent)] : [];
  };
  expect(spans.filter(({ name }) => name === 'GET /api/customers').map(({ id }) => chainOf(id))).toEqual([
    ['GET /api/customers', 'request handler', 'GET /express', 'GET'],
    ['GET /api/customers', 'handler - fastify -> @fastify/otel', 'request', 'GET /fastify', 'GET'],
  ]);
});
