import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPictureSize } from '../../docs/generate/picture-size.ts';
import { root } from './pages.ts';

const folder = join(root, 'docs/public');

test.each(readdirSync(folder).filter((name) => /\.(?:webp|svg)$/.test(name)))('%s has a plausible size', (name) => {
  const { width, height } = readPictureSize(join(folder, name));
  expect(width).toBeGreaterThan(100);
  expect(width / height).toBeGreaterThan(0.5);
  expect(width / height).toBeLessThan(5);
});

test('reads the size of both formats', () => {
  // The script that draws the workbench takes two pixels for each point.
  expect(readPictureSize(join(folder, 'workbench-records.webp'))).toEqual({ width: 2200, height: 1240 });
  expect(() => readPictureSize(join(folder, 'social.png'))).toThrow('must be a WebP or SVG file with a size');
});
