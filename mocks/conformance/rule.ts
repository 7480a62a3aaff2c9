import type { OperationName } from '../../src/contract/operations.ts';
import { tableTitle } from '../shared/table-words.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import { errorOf } from './json.ts';
import type { ConformanceFixtures, Records } from './records.ts';
import type { Service } from './service.ts';
import type { Sentence } from './specification/specified-fields.ts';

/** A condition of the run that a check depends on. */
export type Need = 'writes' | 'secondToken' | 'limitedToken' | keyof ConformanceFixtures;

/** A behavior that the specification states, and the check for it. */
export interface Rule {
  /** A stable id, for example `addresses.update.only-sent`. */
  readonly id: string;
  /** The sentences of the specification that the rule checks. */
  readonly sentences: readonly Sentence[];
  readonly needs: readonly Need[];
  /** More fixtures that the check changes or depends on, if the run has them. Checks do so one after the other. */
  readonly uses?: readonly (keyof ConformanceFixtures)[];
  /** Whether the check runs after the others, because it compares whole lists with all records of the run. */
  readonly isLast?: true;
  /** Checks the rule. Throws a `NotRunError` if this server cannot show the behavior. */
  readonly check: (context: CheckContext) => Promise<void>;
}

/** The server, its records, and the place for differences. */
export interface CheckContext {
  readonly service: Service;
  readonly records: Records;
  readonly fixtures: ConformanceFixtures;
  readonly allowWrites: boolean;
  /** The exchanges of the steps before. */
  readonly exchanges: readonly Exchange[];
  /** Returns a fixture. Throws a `NotRunError` if the run does not have it. */
  require(name: keyof ConformanceFixtures): string;
  /** Reports a difference from a sentence, by default from the one that names the first field of the message. */
  report(message: string, exchange: Exchange, sentence?: Sentence): void;
  /** Reports behavior that no sentence excludes. */
  observe(message: string, exchange: Exchange): void;
}

/** Returns a sentence of a section. */
export function says(section: string, text: string): Sentence {
  return { section, text };
}

/** Returns the section about the endpoints of a resource: `Endpoints, Product parents` for `productParents.create`. */
export function sectionOf(operation: OperationName): string {
  return `Endpoints, ${tableTitle(operation.replace(/\..*/, ''))}`;
}

/** Whether a response rejects a body. The specification states the text for all bodies, but the status only once. */
export function isValidationError({ status, json }: Exchange): boolean {
  return status >= 400 && status < 500 && errorOf(json) === 'Validation error';
}

/** Reports a difference unless the response is a validation error. */
export function expectRejected({ report }: CheckContext, exchange: Exchange, subject: string): void {
  if (isSuccess(exchange)) report(`${subject} was accepted`, exchange);
  else if (!isValidationError(exchange)) {
    report(`${subject} ${describeResponse(exchange)}, expected "Validation error"`, exchange);
  }
}

/** Reports a difference unless a condition holds. */
export function expectThat(
  { report }: CheckContext,
  condition: boolean,
  message: string,
  exchange: Exchange,
  sentence?: Sentence,
): void {
  if (!condition) report(message, exchange, sentence);
}

/** Whether a text has only characters of snake_case. */
export function isSnakeCase(text: string): boolean {
  return /^[a-z0-9_]+$/.test(text);
}
