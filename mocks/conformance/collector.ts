import { type OperationName, operations } from '../../src/contract/operations.ts';
import { type ContractFinding, checkResponse } from './check-response.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { redactValues } from './redact.ts';
import type { ConformanceDifference, ExampleExchange, OperationResult } from './report.ts';
import { sentenceFor } from './sentences.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface OperationCount {
  calls: number;
  hasSucceeded: boolean;
  readonly statuses: Record<string, number>;
}

/** Collects exchanges and differences, each difference once with its first example. */
export class Collector {
  readonly exchanges: Exchange[] = [];
  readonly #differences = new Map<string, Mutable<ConformanceDifference>>();
  readonly #operations = new Map<OperationName, OperationCount>();
  readonly #showValues: boolean;

  constructor(showValues: boolean) {
    this.#showValues = showValues;
  }

  get differences(): readonly ConformanceDifference[] {
    return [...this.#differences.values()];
  }

  /** Checks an exchange against the contract. */
  addExchange(exchange: Exchange): void {
    this.exchanges.push(exchange);
    const { operation } = exchange.call;
    if (operation === undefined) return;
    const count = this.#operations.get(operation) ?? { calls: 0, hasSucceeded: false, statuses: {} };
    this.#operations.set(operation, count);
    count.calls += 1;
    count.hasSucceeded ||= isSuccess(exchange);
    count.statuses[exchange.status] = (count.statuses[exchange.status] ?? 0) + 1;
    for (const finding of checkResponse(exchange)) this.#addFinding(operation, finding, exchange);
  }

  /** Adds a difference, or counts it if it is known. */
  add(difference: Omit<ConformanceDifference, 'count' | 'example'>, exchange?: Exchange): void {
    const { kind, subject, problem = '', message } = difference;
    const key = [kind, subject, problem, problem === '' ? message : ''].join('\n');
    const known = this.#differences.get(key);
    if (known) known.count += 1;
    else this.#differences.set(key, { ...difference, count: 1, ...(exchange && { example: this.example(exchange) }) });
  }

  /** Removes the differences that a policy of the server explains. */
  remove(isPolicy: (difference: ConformanceDifference) => boolean): void {
    for (const [key, difference] of this.#differences) if (isPolicy(difference)) this.#differences.delete(key);
  }

  /** Returns an exchange for a report. */
  example({ call, status, json, text }: Exchange): ExampleExchange {
    const show = this.#showValues ? (value: unknown) => value : redactValues;
    const responseBody = json === undefined ? text || undefined : show(json);
    return {
      method: call.method,
      url: call.url,
      ...(call.body !== undefined && { requestBody: call.body }),
      status,
      ...(responseBody !== undefined && { responseBody }),
    };
  }

  /** Returns the coverage of each operation. */
  operations(missing: (operation: OperationName) => string): OperationResult[] {
    const failed = new Set(
      this.differences.flatMap(({ kind, operation }) => (kind === 'contract' && operation ? [operation] : [])),
    );
    return operations.map(({ name, method, path }) => {
      const count = this.#operations.get(name);
      const hasSucceeded = count?.hasSucceeded ?? false;
      const status = failed.has(name) ? 'failed' : hasSucceeded ? 'passed' : 'not run';
      const reason = status === 'not run' ? { reason: missing(name) } : {};
      return {
        operation: name,
        method,
        path,
        calls: count?.calls ?? 0,
        statuses: count?.statuses ?? {},
        status,
        ...reason,
      };
    });
  }

  #addFinding(operation: OperationName, finding: ContractFinding, exchange: Exchange): void {
    const { field, problem, message } = finding;
    const sentence = sentenceFor(operation, finding, exchange.status);
    const isError = exchange.status >= 400 && problem !== 'status';
    const subject = [operation, isError ? '(error)' : '', field].filter(Boolean).join(' ');
    this.add({ kind: 'contract', subject, operation, field, problem, message, sentence }, exchange);
  }
}
