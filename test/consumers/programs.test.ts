import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { install, installedIn, type NodeLine, type Project } from './project.ts';

/** The output of a project's program. */
const output = {
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
    expect(JSON.parse(stdout)).toEqual(output);
    expect(stderr).toBe('');
  });

  test('installs only the package, ky and zod', async () => {
    expect(await installedIn(project)).toEqual(['ky', 'masterdata-sdk', 'zod']);
  });

  test.each(lines)('on Node.js %i without MSW, an error says what to install', async (node) => {
    for (const entry of ['node', 'msw']) {
      for (const load of ['import', 'require']) {
        const run = project.run('node', ['--eval', `${load}('masterdata-sdk/mock/${entry}')`], { node });
        await expect(run, `${load} ${entry}`).rejects.toThrow(
          'which is not installed. Run npm install --save-dev msw.',
        );
      }
    }
  });

  test.each(lines)('has the command masterdata-sdk on Node.js %i', async (node) => {
    const { stdout } = await project.run('masterdata-sdk', ['--help'], { node });
    expect(stdout).toMatch(/^Usage: masterdata-sdk /);

    const args = ['mock', '--port', '0', '--token', 'secret', '--quiet'];
    const server = project.start('masterdata-sdk', args, { node });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [url]: string[] = await once(createInterface(server.stdout), 'line');
    const response = await fetch(`${url}/api/customers`, { headers: { authorization: 'Bearer secret' } });
    expect(await response.json()).toMatchObject({ success: true, data: expect.arrayContaining([]) });
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});
