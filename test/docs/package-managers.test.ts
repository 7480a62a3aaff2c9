import { expect, test } from 'vitest';
import { withPackageManagers } from '../../docs/generate/package-managers.ts';

test('a block that installs a package gets a tab for each package manager', () => {
  const block = '```sh\nnpm install --save-dev msw\nnpx masterdata-sdk init public/\n```';
  const text = withPackageManagers(`Install it:\n\n${block}\n\nThen start it.`);
  expect(text).toContain('```sh [npm]\nnpm install --save-dev msw\nnpx masterdata-sdk init public/\n```');
  expect(text).toContain('```sh [pnpm]\npnpm add --save-dev msw\npnpm exec masterdata-sdk init public/\n```');
  expect(text).toContain('```sh [yarn]\nyarn add --dev msw\nyarn run masterdata-sdk init public/\n```');
  expect(text).toContain('```sh [bun]\nbun add --dev msw\nbunx masterdata-sdk init public/\n```');
  expect(text).toMatch(/^Install it:\n\n::: code-group\n[\s\S]+\n:::\n\nThen start it\.$/);
});

test('other blocks stay as they are', () => {
  const text = '```sh\nnpm ci && npm start\n```\n\n```ts\nconst command = "npm install msw";\n```';
  expect(withPackageManagers(text)).toBe(text);
});
