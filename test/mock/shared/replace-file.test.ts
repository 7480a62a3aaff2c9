import { execFileSync } from 'node:child_process';
import { chmod, constants, lstat, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertReplaceable, replaceFile, targetOf } from '../../../mocks/shared/replace-file.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

test('must have a name, so that no result is lost at the end of a run', () => {
  expect(() => assertReplaceable('')).toThrow('the name of the file must not be empty');
});

// Windows has other permissions, and its links need rights that few users have.
describe.skipIf(process.platform === 'win32')('a file that is replaced', () => {
  test.each([
    ['600', '666', '600'],
    ['640', '666', '640'],
    ['644', '600', '600'],
    ['444', '666', '444'],
  ])('with the mode %s, by one of the mode %s, has the mode %s', async (before, mode, after) => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'state.json');
    await writeFile(file, 'before');
    await chmod(file, before);
    replaceFile(file, 'after', Number.parseInt(mode, 8));
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe(after);
    expect(await readFile(file, 'utf8')).toBe('after');
    expect(await readdir(directory)).toEqual(['state.json']);
  });

  test('can be the target of a link, which stays', async () => {
    const [directory, file] = [await temporaryDirectory(), join(await temporaryDirectory(), 'state.json')];
    const link = join(directory, 'link.json');
    await writeFile(file, 'before');
    await symlink(file, link);
    replaceFile(targetOf(link), 'after');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('after');
    expect(await readdir(directory)).toEqual(['link.json']);
    expect(targetOf(join(directory, 'missing'))).toBe(join(directory, 'missing'));
  });

  test('is written to if it is a pipe', async () => {
    const pipe = join(await temporaryDirectory(), 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    assertReplaceable(pipe);
    replaceFile(pipe, 'after');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(10), 0, 10, null);
    await reader.close();
    expect(buffer.toString('utf8', 0, bytesRead)).toBe('after');
  });
});
