import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { install, installedIn, type NodeLine, type Project } from './project.ts';

/** What the program of a project finds and prints. */
const findings = {
  sent: {
    api_name: 'folding_workbench',
    recurrence_type: 'one_off',
    name: 'Folding workbench',
    'shipping[weight]': 18.5,
    'shipping[weight_unit]': 'kg',
  },
  shipping: [19, 'kg'],
  amounts: [249, 249],
  notFound: 404,
  overHttp: 25,
  asItsSchemaSays: true,
  openapi: expect.stringMatching(/^3\.1\./),
};

const lines: NodeLine[] = [22, 24];

describe.each(['esm', 'commonjs'])('the project %s', (name) => {
  let project: Project;
  beforeAll(async () => {
    project = await install(name);
  });

  test.each(lines)('runs on Node.js %i', async (node) => {
    const { stdout, stderr } = await project.run('node', ['program.js'], { node });
    expect(JSON.parse(stdout)).toEqual(findings);
    expect(stderr).toBe('');
  });

  test('has nothing installed but the package, ky and zod', async () => {
    expect(await installedIn(project)).toEqual(['ky', 'masterdata-sdk', 'zod']);
  });

  test.each(lines)('has the command masterdata-mock, on Node.js %i', async (node) => {
    const { stdout } = await project.run('npx', ['masterdata-mock', '--help'], { node });
    expect(stdout).toMatch(/^Usage: masterdata-mock /);

    const args = ['--port', '0', '--token', 'secret', '--quiet'];
    const server = project.start('node_modules/.bin/masterdata-mock', args, { node });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [url]: string[] = await once(createInterface(server.stdout), 'line');
    const answer = await fetch(`${url}/api/customers`, { headers: { authorization: 'Bearer secret' } });
    expect(await answer.json()).toMatchObject({ success: true, data: expect.arrayContaining([]) });
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});
