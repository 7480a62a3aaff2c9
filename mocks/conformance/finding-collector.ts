import { type OperationName, operations } from '../../src/contract/operations.ts';
import { isObject } from '../shared/json.ts';
import { type ContractFinding, checkResponse } from './check-response.ts';
import { curlCommand } from './curl.ts';
import { type Call, type Exchange, isSuccess } from './exchange.ts';
import { dataOf, leavesOf, objectsIn } from './json.ts';
import type { CallResults } from './not-run-reasons.ts';
import { bodyToShow, redactValues } from './redact.ts';
import { causeOf, groupByCause, maxExamples, type SingleFinding } from './reports/causes.ts';
import type { ConformanceFinding, ExampleExchange, OperationResult } from './reports/report.ts';
import { shortenText, shortenValue } from './shorten.ts';
import { canBeUnset, findSentence, isOpenPoint, namedOnly, readOnlyTexts } from './specification/sentences.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The weight of a finding. Only a difference contradicts a sentence. */
export type FindingLevel = 'difference' | 'unknown value' | 'observation';

interface OperationCount extends Mutable<CallResults> {
  calls: number;
  hasSucceeded: boolean;
  /** Whether a call of the main token succeeded. */
  isPermitted: boolean;
  readonly statuses: Record<string, number>;
}

/** The longest message and subject of a finding: both can contain texts of the server. */
const maxText = 400;

/** Collects exchanges and findings, and groups the findings by their causes. */
export class FindingCollector {
  readonly exchanges: Exchange[] = [];
  readonly #findings = new Map<string, Mutable<SingleFinding> & { level: FindingLevel; exchange?: Exchange }>();
  /** The number of examples of each cause. */
  readonly #examples = new Map<string, number>();
  readonly #operations = new Map<OperationName, OperationCount>();
  /** Fields that can be unset, with the operations that showed them. */
  readonly #shown = new Set<string>();
  /** Fields that requests set, with the resources. */
  readonly #set = new Set<string>();
  readonly #showValues: boolean;

  constructor(showValues: boolean) {
    this.#showValues = showValues;
  }

  /** Returns the findings of a level, one for each cause. */
  findings(level: FindingLevel): ConformanceFinding[] {
    return groupByCause(this.#findingsOf(level));
  }

  #findingsOf(level: FindingLevel): SingleFinding[] {
    return [...this.#findings.values()].flatMap(({ level: own, exchange, ...finding }) =>
      (this.#isUnset(finding) ? 'observation' : own) === level && !(exchange && this.isForbidden(exchange))
        ? [finding]
        : [],
    );
  }

  /**
   * Whether the main token may lack the permission for a call: such a response proves nothing. The token has the
   * permission if it used the operation with success.
   */
  readonly isForbidden = ({ status, call: { operation, token = 'main' } }: Exchange): boolean => {
    const isRejected = status === 403 && token === 'main' && operation !== undefined;
    return isRejected && !this.#operations.get(operation)?.isPermitted;
  };

  /** Whether a missing field is only missing while it is unset. If the run did not set it, this cannot be excluded. */
  #isUnset({ problem, operation, field = '' }: Omit<SingleFinding, 'count'>): boolean {
    if (problem !== 'missing' || operation === undefined || !canBeUnset(field)) return false;
    if (field in readOnlyTexts) return !this.#shown.has(`${operation} ${readOnlyTexts[field]}`);
    return !this.#set.has(`${resourceOf(operation)} ${field}`) || this.#shown.has(`${operation} ${field}`);
  }

  /** Checks an exchange against the contract. */
  checkExchange(exchange: Exchange): void {
    const { operation, token = 'main' } = exchange.call;
    if (operation === undefined) return;
    const count = this.#countOf(operation);
    this.#operations.set(operation, count);
    count.calls += 1;
    count.hasSucceeded ||= isSuccess(exchange);
    if (token === 'main') {
      // No call is valid for certain if the specification only names the operation.
      count.isTried ||= exchange.call.isValid ?? namedOnly.has(operation);
      count.isPermitted ||= isSuccess(exchange);
      count.isForbidden = (count.isForbidden ?? true) && exchange.status === 403;
    }
    count.statuses[exchange.status] = (count.statuses[exchange.status] ?? 0) + 1;
    if (isSuccess(exchange)) this.#noteSetFields(operation, exchange.call.body);
    const data = isSuccess(exchange) ? dataOf(exchange.json) : undefined;
    for (const record of objectsIn(Array.isArray(data) ? data : [data])) {
      for (const field of leavesOf(record).keys()) if (canBeUnset(field)) this.#shown.add(`${operation} ${field}`);
    }
    for (const finding of checkResponse(exchange)) this.#addContractFinding(operation, finding, exchange);
  }

  #noteSetFields(operation: OperationName, body: unknown): void {
    for (const [field, value] of Object.entries(isObject(body) ? body : {})) {
      if (value !== null && value !== '') this.#set.add(`${resourceOf(operation)} ${field}`);
    }
  }

  /** Adds a finding, or counts it if it is known. */
  add(level: FindingLevel, finding: Omit<SingleFinding, 'count' | 'example'>, exchange?: Exchange): void {
    const { kind, problem = '' } = finding;
    const [subject, message] = [shortenText(finding.subject, maxText), shortenText(finding.message, maxText)];
    const key = [level, kind, subject, problem, problem === '' ? message : ''].join('\n');
    const known = this.#findings.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    const added = { ...finding, subject, message };
    const cause = `${level} ${causeOf(added)}`;
    const examples = this.#examples.get(cause) ?? 0;
    this.#examples.set(cause, examples + 1);
    // A server can have thousands of them.
    const hasExample = exchange !== undefined && examples < maxExamples;
    this.#findings.set(key, {
      level,
      ...added,
      count: 1,
      // Whether the token has the permission is known at the end of the run.
      ...(kind === 'rule' && exchange?.status === 403 && { exchange }),
      ...(hasExample && {
        example: this.example(exchange),
        curl: added.curl ?? [curlCommand(this.#printable(exchange.call))],
      }),
    });
  }

  /** Removes the findings that a policy of the server explains. */
  remove(isPolicy: (finding: SingleFinding) => boolean): void {
    for (const [key, finding] of this.#findings) if (isPolicy(finding)) this.#findings.delete(key);
  }

  /** Returns an exchange for a report. */
  example(exchange: Exchange): ExampleExchange {
    const { call, status } = exchange;
    const responseBody = shortenValue(bodyToShow(exchange, this.#showValues));
    const { body } = this.#printable(call);
    return {
      method: call.method,
      url: call.url,
      ...(call.token !== undefined && call.token !== 'main' && { token: call.token }),
      ...(body !== undefined && { requestBody: shortenValue(body) }),
      status,
      ...(responseBody !== undefined && { responseBody }),
    };
  }

  #countOf(operation: OperationName): OperationCount {
    const none = {
      calls: 0,
      hasSucceeded: false,
      isTried: false,
      isPermitted: false,
      isForbidden: undefined,
      statuses: {},
    };
    return this.#operations.get(operation) ?? none;
  }

  /** Returns a call for a report. */
  #printable(call: Call): Call {
    return call.hasRecordValues && !this.#showValues ? { ...call, body: redactValues(call.body) } : call;
  }

  /** Returns the coverage of each operation. */
  operations(describeUnmet: (operation: OperationName, calls: CallResults) => string): OperationResult[] {
    const failed = new Set(
      this.#findingsOf('difference').flatMap(({ kind, operation }) =>
        kind === 'contract' && operation ? [operation] : [],
      ),
    );
    return operations.map(({ name, method, path }) => {
      const count = this.#countOf(name);
      const status = failed.has(name) ? 'failed' : count.hasSucceeded ? 'passed' : 'not run';
      return {
        operation: name,
        method,
        path,
        calls: count.calls,
        statuses: count.statuses,
        status,
        ...(status === 'not run' && { reason: describeUnmet(name, count) }),
      };
    });
  }

  #addContractFinding(operation: OperationName, finding: ContractFinding, exchange: Exchange): void {
    const { field, problem, message } = finding;
    const sentence = findSentence(operation, finding, exchange.status);
    const isError = exchange.status >= 400 && problem !== 'status';
    const subject = [operation, isError ? '(error)' : '', field].filter(Boolean).join(' ');
    const level = isOpenPoint(operation, finding) ? 'observation' : 'difference';
    this.add(
      level,
      { kind: 'contract', subject, operation, field, problem, message, ...(sentence && { sentence }) },
      exchange,
    );
  }
}

/** Returns the resource whose records an operation returns. */
function resourceOf(operation: OperationName): string {
  return operation === 'productParents.getProduct' ? 'products' : operation.replace(/\..*/, '');
}
