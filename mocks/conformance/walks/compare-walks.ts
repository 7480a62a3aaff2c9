import type { PoliciesFile } from '../../controls/policies-file.ts';
import { Random } from '../../shared/random.ts';
import { curlLines } from '../curl.ts';
import { ifAny, NotRunError } from '../errors.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { Records } from '../records.ts';
import type { WalksResult } from '../reports/report.ts';
import { RequestSender } from '../request-sender.ts';
import { Service } from '../service.ts';
import { createCalibratedMock } from './calibrated-mock.ts';
import { generateWalk, walkOperations } from './generate-walk.ts';
import { runWalk, shrinkWalk } from './run-walk.ts';
import type { Step } from './step.ts';

/** The parts of a run that walks use. */
interface WalkContext {
  readonly service: Service;
  readonly records: Records;
  readonly add: FindingCollector['add'];
  readonly policiesFile: PoliciesFile;
  readonly walks: number;
  readonly randomSeed: number;
  readonly allowWrites: boolean;
  readonly onWalk: (index: number) => void;
}

/** Failed walks after which the rest is skipped: more of them say nothing new. */
const maxFailed = 5;

/** Compares random walks on the server and on a mock with its policies. */
export async function compareWalks(context: WalkContext): Promise<WalksResult> {
  const { service, randomSeed, allowWrites } = context;
  const result = { walks: 0, randomSeed, calls: 0, failed: 0 };
  // They call operations of most resources.
  if (!walkOperations.every(service.includes))
    return { ...result, notRun: 'they need all resources: run without `only`' };
  if (!allowWrites) return { ...result, notRun: 'they create records: pass --allow-writes' };
  try {
    await runWalks(context, result);
    return result;
  } catch (error) {
    if (error instanceof NotRunError) return { ...result, notRun: error.message };
    throw error;
  }
}

async function runWalks(context: WalkContext, result: { walks: number; calls: number; failed: number }): Promise<void> {
  const { service, records, add, policiesFile, walks, randomSeed } = context;
  const { baseUrl, token, fetch } = await createCalibratedMock(service, records, policiesFile);
  const mock = new Service(new RequestSender({ baseUrl, tokens: { main: token }, fetch }));
  const random = new Random(randomSeed);
  const { policies } = policiesFile;
  let executions = 0;
  const replay = (steps: readonly Step[]) => {
    executions += 1;
    result.calls += steps.length;
    return runWalk(steps, { server: service, mock, name: records.nameOfWalk(executions), policies });
  };
  while (result.walks < walks && result.failed < maxFailed) {
    context.onWalk(result.walks);
    const difference = await replay(generateWalk(random, policies));
    result.walks += 1;
    if (!difference) continue;
    if (!difference.isSettled) {
      const { message, exchange } = difference;
      add('observation', { kind: 'walk', subject: operationOf(message), message }, exchange);
      continue;
    }
    result.failed += 1;
    const { steps, message, exchange } = await shrinkWalk(difference, (shorter) => ifAny(replay(shorter)));
    const curl = curlLines(steps, records.nameOfWalk(executions + 1));
    add('difference', { kind: 'walk', subject: operationOf(message), message, curl }, exchange);
  }
}

function operationOf(message: string): string {
  return message.split(':')[0] ?? '';
}
