import { errorMessage } from '../shared/errors.ts';
import { NotRunError } from './errors.ts';
import type { FindingCollector } from './finding-collector.ts';
import type { UnmetNeeds } from './not-run-reasons.ts';
import type { ConformanceOptions } from './options.ts';
import type { ConformanceFixtures, Records } from './records.ts';
import type { Service } from './service.ts';

/** A part of a run with its own view of the server. */
export interface Step {
  readonly service: Service;
  readonly records: Records;
  readonly add: FindingCollector['add'];
}

/** The parts of a run that all steps share. */
export interface RunContext {
  readonly options: ConformanceOptions;
  readonly collector: FindingCollector;
  /** The fixtures that the server has. */
  fixtures: ConformanceFixtures;
  unmet: UnmetNeeds;
}

/** An unexpected error of a check ends the check, not the run. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotRunError) return error.message;
  return `the check cannot read the responses: ${errorMessage(error)}`;
}
