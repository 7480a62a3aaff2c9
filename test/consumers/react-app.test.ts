import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { install, vitestPatience } from './project.ts';

// The app of the recipe with its tests. `generated.test.ts` builds and opens the recipe.
test('has the types of the client, and passes its tests in happy-dom and behind the proxies', async () => {
  const project = await install('react-app');
  await project.run('tsc', []);
  await project.run('vitest', ['run', ...vitestPatience, '--reporter=json', '--outputFile=results.json']);
  const results: object = JSON.parse(await readFile(join(project.folder, 'results.json'), 'utf8'));
  expect(results).toMatchObject({ success: true, numTotalTests: 16, numPassedTests: 16 });
});
