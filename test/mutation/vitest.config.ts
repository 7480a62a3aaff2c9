import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

/** Counts the mutants that each test file killed. Mutants of one source file tend to be killed by the same tests. */
const kills = new Map<string, number>();
const durations = new Map<string, number>();

const recordKills: Reporter = {
  onTestModuleEnd(module: TestModule) {
    // Older kills count less, because Stryker goes through the source files in order.
    for (const [id, count] of kills) kills.set(id, count * 0.9);
    if (!module.ok()) kills.set(module.moduleId, (kills.get(module.moduleId) ?? 0) + 1);
    durations.set(module.moduleId, module.diagnostic().duration);
  },
};

/** Runs the file that killed most of the last mutants first, and slow files last. The first failure ends a run. */
class KillersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kill = ({ moduleId }: TestSpecification) => kills.get(moduleId) ?? 0;
    const duration = ({ moduleId }: TestSpecification) => durations.get(moduleId) ?? 0;
    return files.toSorted((a, b) => kill(b) - kill(a) || duration(a) - duration(b));
  }
}

export default defineConfig({
  test: {
    // Tests that import the sources. Tests of the built package cannot see a mutant.
    include: ['test/{client,contract,mock,persistence,wire,workbench}/**/*.test.ts'],
    // They need a built command or a file system, or take too long to repeat for each mutant.
    exclude: ['test/mock/model.test.ts', 'test/persistence/sqlite.test.ts'],
    setupFiles: ['test/mutation/load-sources.ts'],
    env: { TEST_SHORT: '1' },
    // All files of a mutant share a worker, which loads the sources and zod once.
    isolate: false,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { sequencer: KillersFirst },
    reporters: [recordKills],
    // A mutant may leave a promise pending. No test takes longer without a mutant, even on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
