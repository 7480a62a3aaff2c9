import { beforeAll, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { install, type Project } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('typescript-msw');
});

test.each(['6.0', '7.0'])('TypeScript %s compiles the MSW adapters in every module resolution', async (version) => {
  expect(await compile(project, version, ['node16', 'nodenext', 'bundler'])).toBe('');
});

test('TypeScript 5.5 compiles them with skipLibCheck', async () => {
  expect(await compile(project, '5.5', ['skip-lib-check'])).toBe('');
});
