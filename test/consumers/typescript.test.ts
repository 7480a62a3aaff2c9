import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { install, type Project } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('typescript');
});

describe.each(['5.5', '6.0', '7.0'])('TypeScript %s', (version) => {
  test('compiles client and mock in every module resolution and without DOM', async () => {
    // Later versions have no `node10`.
    const oldest = version === '5.5' ? ['node10'] : [];
    const errors = await compile(project, version, ['node16', 'nodenext', 'bundler', 'no-dom', ...oldest]);
    expect(errors).toBe('');
  });
});
