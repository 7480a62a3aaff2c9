/** Keeps the numbers true with which the home page, the README and the page of the kit convince a reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedSentences } from '../../docs/generate/kit-coverage.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { mutants } from '../conformance/mutants.ts';
import { bugs } from '../conformance/second-server/bugs.ts';
import { bugs as thirdBugs } from '../conformance/third-server/bugs.ts';
import { missed } from '../conformance/third-server/missed.ts';
import { variants } from '../conformance/third-server/variants.ts';
import { root } from './pages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const update = (file: string) => `${file} has an old number: write the one that this test expects`;
const [home, readme] = [read('docs/index.md'), read('README.md')];

test('the size and the number of dependencies', () => {
  const limitOf = (name: string) =>
    Number(new RegExp(`${name}: ([\\d_]+)`).exec(read('bench/check-size.ts'))?.[1]?.replace('_', ''));
  const size = `${Math.round(limitOf('initial') / 1000)} kB`;
  const schemas = `loads ${Math.round((limitOf('firstCall') - limitOf('initial')) / 1000)} kB of schemas`;
  expect(home, update('docs/index.md')).toContain(`**${size}, two dependencies**`);
  expect(home, update('docs/index.md')).toContain(schemas);
  expect(readme, update('README.md')).toContain(`[${size}](docs/benchmarks.md#size)`);
  expect(readme.replace(/\s+/g, ' '), update('README.md')).toContain(schemas);
  expect(Object.keys(packageJson.dependencies)).toEqual(['ky', 'zod']);
});

test('the sentences of the specification that the kit checks', () => {
  const sentences = checkedSentences();
  const checked = sentences.filter(({ checks }) => checks.length > 0);
  expect(home, update('docs/index.md')).toContain(`checks ${checked.length} of its ${sentences.length} sentences`);
});

test('the bugs and the wrong servers that the kit finds', () => {
  const found = Object.keys(bugs).length;
  expect(home, update('docs/index.md')).toContain(`**${found} of ${found} bugs**`);
  expect(readme, update('README.md')).toContain(`finds each of ${found} bugs`);
  expect(read('docs/conformance-checks.md'), update('docs/conformance-checks.md')).toContain(
    `The same server with each of ${found} bugs`,
  );
  expect(read('docs/conformance-checks.md'), update('docs/conformance-checks.md')).toContain(
    `| ${mutants.length} wrong servers:`,
  );
});

test('the bugs of the third server that the kit finds', () => {
  const [all, found] = [thirdBugs.length, thirdBugs.length - missed.length];
  expect(readme, update('README.md')).toContain(`${found} of ${all} bugs in a third server`);
  const page = read('docs/conformance-checks.md');
  expect(page, update('docs/conformance-checks.md')).toContain(
    `| The third server with each of ${all} bugs | ${found} are reported,`,
  );
  expect(page, update('docs/conformance-checks.md')).toContain(
    `with ${Object.keys(variants).length} other legal choices`,
  );
});
