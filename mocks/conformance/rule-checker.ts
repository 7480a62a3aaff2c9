import { NotRunError, RunStoppedError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { lacksPermission, needReasons } from './not-run-reasons.ts';
import type { ConformanceFixtures } from './records.ts';
import type { CheckResult } from './reports/report.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { type RunContext, reasonOf, type Step } from './run-step.ts';
import { findQuotedSentence } from './specification/sentences.ts';

/** The end of a rule. */
interface RuleOutcome {
  /** The responses that the rule reported as differences. */
  readonly failures: readonly Exchange[];
  /** Why the rule did not run to its end. */
  readonly reason?: string;
}

/** Checks the rules of a run, and keeps their results. */
export class RuleChecker {
  readonly #run: RunContext;
  readonly #rules = new Map<Rule, RuleOutcome>();
  /** The responses with status 403, by the ids of their checks. */
  readonly #rejections = new Map<string, Exchange[]>();

  constructor(run: RunContext) {
    this.#run = run;
  }

  /** The number of rules that were checked. */
  get count(): number {
    return this.#rules.size;
  }

  /** Notes a response with status 403. */
  addRejection(check: string, exchange: Exchange): void {
    const rejections = this.#rejections.get(check) ?? [];
    this.#rejections.set(check, [...rejections, exchange]);
  }

  /** Checks a rule. An error of the check ends the check, not the run. */
  async check(rule: Rule, { service, records, add }: Step): Promise<void> {
    const { id, sentences, needs, check } = rule;
    const unmet = needs.map((need) => this.#run.unmet[need]).find(Boolean);
    if (unmet !== undefined) {
      this.#rules.set(rule, { failures: [], reason: unmet });
      return;
    }
    const failures: Exchange[] = [];
    try {
      await check({
        service,
        records,
        fixtures: this.#run.fixtures,
        allowWrites: this.#run.options.allowWrites ?? false,
        exchanges: this.#run.collector.exchanges,
        require: (name) => this.#requireFixture(name),
        report: (message, exchange, sentence = findQuotedSentence(message, sentences)) => {
          failures.push(exchange);
          add('difference', { kind: 'rule', subject: id, message, ...(sentence && { sentence }) }, exchange);
          // If the token lacks permission, the rest of the check proves nothing.
          if (exchange.status === 403 && (exchange.call.token ?? 'main') === 'main')
            throw new NotRunError(lacksPermission);
        },
        observe: (message, exchange) => add('observation', { kind: 'rule', subject: id, message }, exchange),
      });
      this.#rules.set(rule, { failures });
    } catch (error) {
      const reason = error instanceof RunStoppedError ? 'the run stopped' : reasonOf(error);
      this.#rules.set(rule, { failures, reason });
      if (error instanceof RunStoppedError) throw error;
    }
  }

  /** Returns the result of each rule, with the reason for those that did not run because the run stopped. */
  results(stopped: string): CheckResult[] {
    const { isForbidden } = this.#run.collector;
    return rules.map((rule) => {
      const { id, sentences } = rule;
      const { failures, reason } = this.#rules.get(rule) ?? { failures: [], reason: stopped };
      if (failures.some((exchange) => !isForbidden(exchange))) return { id, status: 'failed', sentences };
      const unmet = reason ?? (this.#rejections.get(id)?.some(isForbidden) ? lacksPermission : undefined);
      return unmet === undefined
        ? { id, status: 'passed', sentences }
        : { id, status: 'not run', reason: unmet, sentences };
    });
  }

  #requireFixture(name: keyof ConformanceFixtures): string {
    const id = this.#run.fixtures[name];
    if (id === undefined) throw new NotRunError(this.#run.unmet[name] ?? needReasons[name]);
    return id;
  }
}
