import { VERSION } from '../../src/contract/version.ts';
import { type MockPolicies, type PolicyName, policyDefaults } from '../controls/policies.ts';
import { type PoliciesFile, policiesFrom } from '../controls/policies-file.ts';
import { errorMessage } from '../shared/errors.ts';
import { checkPrerequisites } from './check-prerequisites.ts';
import { isEqual } from './compare-values.ts';
import { NotRunError, RunStoppedError } from './errors.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import { FindingCollector } from './finding-collector.ts';
import { FixtureGuard } from './fixtures/fixture-guard.ts';
import { createSavedFixtures } from './fixtures/saved-fixtures.ts';
import {
  describeUnmetOperation,
  findUnmetNeeds,
  lacksPermission,
  needReasons,
  type UnmetNeeds,
} from './not-run-reasons.ts';
import { type ConformanceOptions, type ConformanceProgress, validateOptions } from './options.ts';
import { describeFinding, type Finding, isSameFinding, type Probe, undetermined } from './probe.ts';
import { type PolicyProbe, probes } from './probes/index.ts';
import { Recorder } from './recording/recording.ts';
import { type ConformanceFixtures, Records, randomName, sharedRecords } from './records.ts';
import { escapeTexts } from './reports/printable-report.ts';
import type { CheckResult, ConformanceReport, PolicyResult, WalksResult } from './reports/report.ts';
import { findTrend } from './reports/trend.ts';
import { RequestSender } from './request-sender.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { runTasks } from './run-tasks.ts';
import { Service } from './service.ts';
import { findQuotedSentence, isOptionalText } from './specification/sentences.ts';
import { compareWalks } from './walks/compare-walks.ts';

/**
 * Compares a server with the specification and finds the policies that reproduce it.
 *
 * By default it only sends GET requests. With `allowWrites` it creates records, whose names start with
 * `conformance-<run>`, and changes those. The API cannot delete most of them; the report lists them.
 *
 * It resolves with a report whatever the server returns. The report contains neither the tokens nor the values of the
 * option `headers`. Its texts are safe to print.
 *
 * @throws A TypeError if an option is invalid.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const report = await runConformance({ baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch });
 * report.outcome; // 'conforms'
 * ```
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  validateOptions(options);
  return await new Run(options).report();
}

/** The kind of a step: the prerequisites are not validated, and only checks are recorded. */
type StepKind = 'prerequisites' | 'walks' | { readonly check: string };

/** A part of a run with its own view of the server. */
interface Step {
  readonly service: Service;
  readonly records: Records;
  readonly add: FindingCollector['add'];
}

interface PlannedStep {
  readonly kind: StepKind;
  /** The ids of the fixtures that no other step may use at the same time. */
  readonly fixtures: readonly string[];
  readonly run: (step: Step) => Promise<void>;
}

/** The end of a rule. */
interface RuleOutcome {
  /** The responses that the rule reported as differences. */
  readonly failures: readonly Exchange[];
  /** Why the rule did not run to its end. */
  readonly reason?: string;
}

/** Checks that run at the same time by default. */
const defaultConcurrency = 4;

/** One run of the kit. */
class Run {
  readonly #options: ConformanceOptions;
  readonly #started = new Date();
  /** The members that a report, a recording and a policies file begin with. */
  readonly #origin = { version: 1, kit: VERSION, date: this.#started.toISOString() } as const;
  readonly #collector: FindingCollector;
  readonly #sender: RequestSender;
  readonly #guard: FixtureGuard;
  readonly #service: Service;
  readonly #records: Records;
  readonly #recorder: Recorder;
  readonly #policies = new Map<PolicyName, Finding>();
  readonly #rules = new Map<Rule, RuleOutcome>();
  /** The responses with status 403, by the ids of their checks. */
  readonly #rejections = new Map<string, Exchange[]>();
  #walks: WalksResult | undefined;
  #unmet: UnmetNeeds;
  /** The fixtures that the server has. */
  #fixtures: ConformanceFixtures;

  constructor(options: ConformanceOptions) {
    this.#options = options;
    this.#fixtures = options.fixtures ?? {};
    this.#unmet = findUnmetNeeds(options, {});
    this.#collector = new FindingCollector(options.showValues ?? false);
    this.#recorder = new Recorder(options.showValues ?? false);
    this.#sender = new RequestSender({
      ...options,
      tokens: { main: options.token, second: options.secondToken, limited: options.limitedToken },
      maxRequests: options.maxRequests ?? 10_000,
    });
    const { contact, category, price } = this.#fixtures;
    const ids = [contact, category, price].filter((id) => id !== undefined);
    this.#guard = new FixtureGuard(this.#sender, ids, async (fixtures) =>
      options.saveFixtures?.(fixtures && createSavedFixtures(options.baseUrl, fixtures)),
    );
    this.#service = new Service(this.#sender, {
      protect: (operation, id) => this.#guard.protect(operation, id),
      only: options.only,
    });
    this.#records = new Records(this.#service, options.run ?? randomName());
  }

  async report(): Promise<ConformanceReport> {
    let stopped: RunStoppedError | undefined;
    try {
      await this.#run('prerequisites', (step) => this.#checkPrerequisites(step));
      await this.#prepareRecords();
      await this.#checkRules();
      // After the rules: the probe of the rate limit reads the headers of all responses.
      await this.#runAll(probes.map((probe) => this.#findPolicy(probe)));
      await this.#run('walks', (step) => this.#compareWalks(step));
    } catch (error) {
      if (!(error instanceof RunStoppedError)) throw error;
      stopped = error;
    } finally {
      await this.#guard.close();
    }
    return this.#summarize(stopped);
  }

  /** Runs a step and adds its results. */
  #run(kind: StepKind, run: (step: Step) => Promise<void>): Promise<void> {
    return this.#runAll([{ kind, fixtures: [], run }]);
  }

  /** Runs steps at the same time. Their results are added in the order of the steps, whichever ends first. */
  async #runAll(steps: readonly PlannedStep[]): Promise<void> {
    const opened = steps.map((planned) => ({ planned, ...this.#open(planned.kind) }));
    const tasks = opened.map(({ planned, step }) => ({ records: planned.fixtures, run: () => planned.run(step) }));
    try {
      await runTasks(tasks, this.#options.concurrency ?? defaultConcurrency);
    } finally {
      for (const { results } of opened) for (const addResult of results) addResult();
    }
  }

  #open(kind: StepKind): { step: Step; results: (() => void)[] } {
    const results: (() => void)[] = [];
    const add: FindingCollector['add'] = (...finding) => results.push(() => this.#collector.add(...finding));
    const service = this.#service.with({
      listener: {
        onFailure: (exchange) => results.push(() => this.#records.noteCreated(exchange)),
        onExchange: (exchange) => results.push(() => this.#addExchange(kind, exchange)),
      },
    });
    const records = this.#records.with(service, (operation, exchange) => {
      const message = `a body with the fields that the specification requires ${describeResponse(exchange)}`;
      add('observation', { kind: 'contract', subject: operation, operation, message }, exchange);
    });
    return { step: { service, records, add }, results };
  }

  #addExchange(kind: StepKind, exchange: Exchange): void {
    this.#records.noteCreated(exchange);
    this.#noteLoss(exchange);
    this.#collector.exchanges.push(exchange);
    if (kind === 'prerequisites') return;
    this.#collector.checkExchange(exchange);
    if (kind === 'walks') return;
    this.#recorder.add(kind.check, exchange);
    if (exchange.status !== 403) return;
    const rejections = this.#rejections.get(kind.check) ?? [];
    this.#rejections.set(kind.check, [...rejections, exchange]);
  }

  async #checkPrerequisites({ service, records }: Step): Promise<void> {
    const { missing, pricedProduct } = await checkPrerequisites(service, records, this.#options).catch(stopRun);
    this.#guard.pricedProduct = pricedProduct;
    const fixtures = { ...this.#fixtures, ...(pricedProduct !== undefined && { pricedProduct }) };
    this.#unmet = findUnmetNeeds({ ...this.#options, fixtures }, missing);
    this.#fixtures = Object.fromEntries(Object.entries(fixtures).filter(([name]) => !Object.hasOwn(missing, name)));
    for (const reason of Object.values(missing)) this.#notify(() => this.#options.onNotice?.(reason));
  }

  /** Opens the records that checks share. Without this, their requests would belong to the check that is first. */
  async #prepareRecords(): Promise<void> {
    const { allowWrites = false } = this.#options;
    const run = (names: (typeof sharedRecords)[number]) => (step: Step) => step.records.prepare(names, { allowWrites });
    await this.#runAll(sharedRecords.map((names) => ({ kind: { check: 'records' }, fixtures: [], run: run(names) })));
  }

  /** Checks the rules that only read before the others, because they compare lists, and those about the run last. */
  async #checkRules(): Promise<void> {
    const others = rules.filter(({ isLast }) => !isLast);
    for (const writes of [false, true]) {
      const checked = others.filter(({ needs }) => needs.includes('writes') === writes);
      await this.#runAll(checked.map((rule) => this.#planRule(rule)));
    }
    await this.#runAll(rules.filter(({ isLast }) => isLast).map((rule) => this.#planRule(rule)));
  }

  #planRule(rule: Rule): PlannedStep {
    const ids = new Map<string, string>(Object.entries(this.#fixtures));
    const fixtures = [...rule.needs, ...(rule.uses ?? [])].flatMap((name) => ids.get(name)?.toLowerCase() ?? []);
    const run = async (step: Step) => {
      this.#progress('rules', rule.id, this.#rules.size, rules.length);
      try {
        await this.#checkRule(rule, step);
      } finally {
        await this.#guard.restore(fixtures);
      }
    };
    return { kind: { check: rule.id }, fixtures, run };
  }

  async #checkRule(rule: Rule, { service, records, add }: Step): Promise<void> {
    const { id, sentences, needs, check } = rule;
    const unmet = needs.map((need) => this.#unmet[need]).find(Boolean);
    if (unmet !== undefined) {
      this.#rules.set(rule, { failures: [], reason: unmet });
      return;
    }
    const failures: Exchange[] = [];
    try {
      await check({
        service,
        records,
        fixtures: this.#fixtures,
        allowWrites: this.#options.allowWrites ?? false,
        exchanges: this.#collector.exchanges,
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

  #findPolicy(probe: PolicyProbe): PlannedStep {
    const { policy, sentence } = probe;
    const run = async (step: Step) => {
      this.#progress('policies', policy, this.#policies.size, probes.length);
      const finding = await this.#probeTwice(probe, step);
      this.#policies.set(policy, finding);
      if (finding.status === 'unknown') {
        const message = describeUnknown(finding.observed);
        step.add('unknown value', { kind: 'policy', subject: policy, message, sentence }, finding.exchange);
      }
    };
    return { kind: { check: policy }, fixtures: [], run };
  }

  async #compareWalks({ service, records, add }: Step): Promise<void> {
    const { walks = 0, randomSeed = 1, allowWrites = false } = this.#options;
    if (walks === 0) return;
    this.#walks = await compareWalks({
      service,
      records,
      add,
      policiesFile: this.#policiesFile(),
      walks,
      randomSeed,
      allowWrites,
      onWalk: (index) => this.#progress('walks', '', index, walks),
    });
  }

  /** Notes a fixture that a server deleted although it must not. */
  #noteLoss(exchange: Exchange): void {
    const id = this.#options.fixtures?.discountedCategory;
    const { operation, url } = exchange.call;
    if (operation !== 'categories.delete' || id === undefined || !isSuccess(exchange) || !url.includes(id)) return;
    const reason = 'the server deleted it although a discount references it';
    this.#guard.unrestored.push({ operation, id, fields: ['deleted_at'], reason });
  }

  #requireFixture(name: keyof ConformanceFixtures): string {
    const id = this.#fixtures[name];
    if (id === undefined) throw new NotRunError(this.#unmet[name] ?? needReasons[name]);
    return id;
  }

  /** Returns the policies that reproduce the server. */
  #policiesFile(): PoliciesFile {
    const results = this.#policyResults();
    const isFound = ({ status }: PolicyResult) => status === 'found';
    const policies = results.filter(isFound).map(({ policy, value }) => [policy, value]);
    return {
      ...this.#origin,
      // Each probe returns a value of its own policy.
      policies: Object.fromEntries(policies) as Partial<MockPolicies>,
      undetermined: results.filter((result) => !isFound(result)).map(({ policy }) => policy),
    };
  }

  /** Repeats a probe with a surprising result, because another program may have disturbed it. */
  async #probeTwice(probe: PolicyProbe, step: Step): Promise<Finding> {
    const first = await this.#probe(probe, step);
    const isExpected = first.status === 'found' && isEqual(first.value, policyDefaults[probe.policy]);
    if (isExpected || first.status === 'undetermined') return first;
    const second = await this.#probe(probe, step);
    if (isSameFinding(first, second)) return first;
    const results = [first, second].map(describeFinding).join(', then ');
    return undetermined(`the results differ: ${results}`);
  }

  async #probe({ needsWrites, find }: Probe, { service, records }: Step): Promise<Finding> {
    const { allowWrites = false } = this.#options;
    if (needsWrites && !allowWrites) {
      return undetermined(needReasons.writes);
    }
    const { exchanges, isForbidden } = this.#collector;
    try {
      const finding = await find({
        service,
        sender: this.#sender,
        records,
        fixtures: this.#fixtures,
        allowWrites,
        exchanges,
        requirePermitted(responses) {
          const permitted = responses.filter((exchange) => !isForbidden(exchange));
          if (responses.length > 0 && permitted.length === 0) throw new NotRunError(lacksPermission);
          return permitted;
        },
      });
      if ('exchange' in finding && isForbidden(finding.exchange)) throw new NotRunError(lacksPermission);
      return finding;
    } catch (error) {
      if (error instanceof RunStoppedError) throw error;
      return undetermined(reasonOf(error));
    }
  }

  #ruleResults(stopped: string): CheckResult[] {
    const { isForbidden } = this.#collector;
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

  #policyResults(stopped = ''): PolicyResult[] {
    return probes.map(({ policy, sentence }) => {
      const finding = this.#policies.get(policy) ?? undetermined(stopped);
      return {
        policy,
        sentence,
        default: policyDefaults[policy],
        status: finding.status,
        ...(finding.status === 'found' && { value: finding.value }),
        ...(finding.status === 'undetermined' && { reason: finding.reason }),
        ...(finding.status === 'unknown' && { reason: finding.observed }),
        ...('exchange' in finding && { example: this.#collector.example(finding.exchange) }),
      };
    });
  }

  /** Adds what did not run, and compares with the expected policies. */
  #summarize(stopped: RunStoppedError | undefined): ConformanceReport {
    const reason = stopped?.message ?? 'the run stopped';
    const policies = this.#policyResults(reason);
    // A policy explains these findings of the contract.
    if (policies.some(({ policy, value }) => policy === 'unsetText' && value === 'null')) {
      this.#collector.remove(({ problem, field = '' }) => problem === 'null' && isOptionalText(field));
    }
    this.#comparePolicies(policies);
    this.#compareRecording();
    const differences = this.#collector.findings('difference');
    const unknownValues = this.#collector.findings('unknown value');
    const failures = differences.length + (this.#options.strict ? unknownValues.length : 0);
    const report: ConformanceReport = {
      ...this.#origin,
      baseUrl: this.#options.baseUrl,
      mode: this.#mode(),
      tokens: [
        'main',
        ...(this.#options.secondToken === undefined ? [] : (['second'] as const)),
        ...(this.#options.limitedToken === undefined ? [] : (['limited'] as const)),
      ],
      outcome: outcomeOf(stopped, failures),
      ...(this.#options.strict && { strict: true }),
      ...(stopped && { stopped: stopped.message }),
      differences,
      unknownValues,
      observations: this.#collector.findings('observation'),
      operations: this.#collector.operations((operation, calls) =>
        this.#service.includes(operation)
          ? describeUnmetOperation(operation, calls, this.#unmet)
          : '`only` excludes it',
      ),
      rules: this.#ruleResults(reason),
      policies,
      ...(this.#walks && { walks: this.#walks }),
      created: this.#records.created,
      unrestored: this.#guard.unrestored,
      requests: {
        sent: this.#sender.requests,
        retried: this.#sender.retries,
        unstable: this.#sender.unstable,
        duration: Date.now() - this.#started.getTime(),
      },
      ...(this.#options.record && {
        recording: { ...this.#origin, mode: this.#mode(), exchanges: this.#recorder.exchanges },
      }),
      policiesFile: this.#policiesFile(),
    };
    const escaped = escapeTexts(report, this.#sender.redact);
    const { lastReport, compare } = this.#options;
    if (!lastReport) return escaped;
    const trend = findTrend(lastReport, escaped, compare !== undefined);
    return escapeTexts({ ...escaped, trend }, this.#sender.redact);
  }

  #mode(): ConformanceReport['mode'] {
    return this.#options.allowWrites ? 'writes' : 'read-only';
  }

  #comparePolicies(policies: readonly PolicyResult[]): void {
    if (!this.#options.policies) return;
    for (const [name, expected] of Object.entries(policiesFrom(this.#options.policies))) {
      const result = policies.find(({ policy }) => policy === name);
      if (!result || result.status === 'undetermined' || isEqual(result.value, expected)) continue;
      const { status, value, reason = '', sentence } = result;
      const received = status === 'found' ? JSON.stringify(value) : describeUnknown(reason);
      const message = `must be ${JSON.stringify(expected)}, received ${received}`;
      this.#collector.add('difference', { kind: 'policy', subject: name, message, sentence });
    }
  }

  #compareRecording(): void {
    const { compare } = this.#options;
    if (!compare) return;
    this.#recorder.compare(compare, (subject, message, exchange) =>
      this.#collector.add('difference', { kind: 'recording', subject, message }, exchange),
    );
  }

  /** Calls a function of the user. One that throws must not end the run. */
  #notify(call: () => void): void {
    try {
      call();
    } catch {
      // The report does not depend on it.
    }
  }

  #progress(phase: ConformanceProgress['phase'], subject: string, completed: number, total: number): void {
    const { requests } = this.#sender;
    this.#notify(() => this.#options.onProgress?.({ phase, subject, completed, total, requests }));
  }
}

/** No check can run without the prerequisites. */
function stopRun(error: unknown): never {
  throw error instanceof NotRunError ? new RunStoppedError(error.message) : error;
}

function outcomeOf(stopped: RunStoppedError | undefined, failures: number): ConformanceReport['outcome'] {
  if (stopped) return stopped.isInterrupted ? 'interrupted' : 'could not run';
  return failures > 0 ? 'differs' : 'conforms';
}

function describeUnknown(observed: string): string {
  return `a value that the mock does not have: ${observed}`;
}

/** An unexpected error of a check ends the check, not the run. */
function reasonOf(error: unknown): string {
  if (error instanceof NotRunError) return error.message;
  return `the check cannot read the responses: ${errorMessage(error)}`;
}
