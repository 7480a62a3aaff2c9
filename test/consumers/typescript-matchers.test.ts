import { beforeAll, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { install, type Project } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('typescript-matchers');
});

test.each(['6.0', '7.0'])('TypeScript %s compiles the matchers of each runner without the other', async (version) => {
  expect(await compile(project, version, ['vitest', 'vitest-setup', 'jest', 'jest-types'])).toBe('');
});
