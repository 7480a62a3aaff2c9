/** Names the files that lack an error class. "Adding an error class" in CONTRIBUTING.md says what to write there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as apiErrors from '../../src/errors/api-errors.ts';
import * as baseErrors from '../../src/errors/base-error.ts';
import * as bracketErrors from '../../src/errors/bracket-key-error.ts';
import * as clientErrors from '../../src/errors/client-errors.ts';
import * as guards from '../../src/errors/guards.ts';
import * as errors from '../../src/errors/index.ts';
import * as entry from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
const tests = globSync('test/client/*.test.ts', { cwd: root })
  .filter((file) => !file.endsWith('error-classes.test.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'));

const classes = Object.entries({ ...apiErrors, ...baseErrors, ...bracketErrors, ...clientErrors }).flatMap(
  ([name, value]) => (value.prototype instanceof Error ? [{ name, prototype: value.prototype }] : []),
);

test.each(classes)('every file has $name', ({ name, prototype }) => {
  const hasWord = (text: string) => new RegExp(`\\b${name}\\b`).test(text);
  const files = {
    // Without a brand of its own, `instanceof` takes each error of the base class for one of this class.
    'src/errors: its brand': Object.hasOwn(prototype, 'name'),
    'src/errors/index.ts': name in errors,
    'src/errors/guards.ts': `is${name}` in guards,
    'src/index.ts': name in entry,
    'src/index.ts: its guard': `is${name}` in entry,
    'docs/errors.md': hasWord(page),
    'test/client': tests.some(hasWord),
  };
  expect(Object.entries(files).flatMap(([file, hasIt]) => (hasIt ? [] : [file]))).toEqual([]);
});
