import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Lists every file of this repository with its size and modification time. */
function tree(): string[] {
  const files = globSync(['**', '.changeset/**'], { cwd: root, exclude: ['node_modules', '.git'] });
  return files.map((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return `${file} ${size} ${mtimeMs}`;
  });
}

test('npm run release:dry shows version, changelog and files, and changes nothing', () => {
  const notes = globSync('.changeset/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const before = tree();
  const { stdout, stderr, status } = spawnSync(process.execPath, ['release/dry.ts'], { cwd: root, encoding: 'utf8' });

  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(tree()).toEqual(before);

  const wanted =
    notes.length > 0
      ? /^Next version: \S+ -> (\S+)\n\nNew entry in CHANGELOG.md:\n\n## \1$/m
      : /^There are no changesets: npm would publish version (\S+)\.\n\nEntry in CHANGELOG.md:\n\n## \1$/m;
  const [, next] = wanted.exec(stdout) ?? [];
  expect(stdout).toContain(`\n+ masterdata-sdk@${next}\n`);
  for (const note of notes) {
    const [, summary = 'no text'] = /^---\n[\s\S]*?\n---\s+(.*)$/m.exec(note) ?? [];
    expect(stdout).toContain(summary);
  }
  expect(stdout).toMatch(/^ +[\d.]+ kB {2}CHANGELOG\.md$/m);
  for (const file of inject('consumers').files) expect(stdout).toContain(` kB  ${file}\n`);
});
