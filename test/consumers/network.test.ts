import { expect, test } from 'vitest';
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

test('OpenTelemetry, pino and winston', async () => {
  const project = await install('observability');
  expect(await runTests(project)).toBe(5);

  const { stdout } = await project.run('node', ['--import', './setup.ts', 'program.ts']);
  expect(stdout.match(/name: 'GET \/api\/customers'/g)).toHaveLength(2);
  const logged = { operation: 'customers.list', status: 200 };
  const message = expect.stringContaining('returned 200');
  expect(stdout.match(/^\{".*\}$/gm)?.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...logged, msg: message, level: 30 }),
    expect.objectContaining({ ...logged, message, level: 'info' }),
  ]);
});
