import { VERSION } from '../../src/contract/version.ts';
import { checkPrerequisites } from './check-prerequisites.ts';
import { createReport } from './create-report.ts';
import { NotRunError, RunStoppedError } from './errors.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import { FindingCollector } from './finding-collector.ts';
import { FixtureGuard } from './fixtures/fixture-guard.ts';
import { createSavedFixtures } from './fixtures/saved-fixtures.ts';
import { findUnmetNeeds } from './not-run-reasons.ts';
import { type ConformanceOptions, type ConformanceProgress, validateOptions } from './options.ts';
import { PolicyFinder } from './policy-finder.ts';
import { type PolicyProbe, probes } from './probes/index.ts';
import { Recorder } from './recording/recording.ts';
import { Records, randomName, sharedRecords } from './records.ts';
import type { ConformanceReport, WalksResult } from './reports/report.ts';
import { RequestSender } from './request-sender.ts';
import type { Rule } from './rule.ts';
import { RuleChecker } from './rule-checker.ts';
import { rules } from './rules/index.ts';
import type { RunContext, Step } from './run-step.ts';
import { runTasks } from './run-tasks.ts';
import { Service } from './service.ts';
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

interface PlannedStep {
  readonly kind: StepKind;
  /** The ids of the fixtures that no other step may use at the same time. */
  readonly fixtures: readonly string[];
  readonly run: (step: Step) => Promise<void>;
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
  readonly #context: RunContext;
  readonly #sender: RequestSender;
  readonly #guard: FixtureGuard;
  readonly #service: Service;
  readonly #records: Records;
  readonly #recorder: Recorder;
  readonly #policies: PolicyFinder;
  readonly #rules: RuleChecker;
  #walks: WalksResult | undefined;

  constructor(options: ConformanceOptions) {
    this.#options = options;
    const collector = new FindingCollector(options.showValues ?? false);
    this.#collector = collector;
    this.#context = { options, collector, fixtures: options.fixtures ?? {}, unmet: findUnmetNeeds(options, {}) };
    this.#rules = new RuleChecker(this.#context);
    this.#recorder = new Recorder(options.showValues ?? false);
    this.#sender = new RequestSender({
      ...options,
      tokens: { main: options.token, second: options.secondToken, limited: options.limitedToken },
      maxRequests: options.maxRequests ?? 10_000,
    });
    this.#policies = new PolicyFinder(this.#context, this.#sender);
    const { contact, category, price } = this.#context.fixtures;
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
    return createReport({
      ...this.#context,
      origin: this.#origin,
      started: this.#started,
      sender: this.#sender,
      service: this.#service,
      guard: this.#guard,
      recorder: this.#recorder,
      policies: this.#policies,
      rules: this.#rules,
      created: this.#records.created,
      walks: this.#walks,
      stopped,
    });
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
    if (exchange.status === 403) this.#rules.addRejection(kind.check, exchange);
  }

  async #checkPrerequisites({ service, records }: Step): Promise<void> {
    const { missing, pricedProduct } = await checkPrerequisites(service, records, this.#options).catch(stopRun);
    this.#guard.pricedProduct = pricedProduct;
    const fixtures = { ...this.#context.fixtures, ...(pricedProduct !== undefined && { pricedProduct }) };
    this.#context.unmet = findUnmetNeeds({ ...this.#options, fixtures }, missing);
    this.#context.fixtures = Object.fromEntries(
      Object.entries(fixtures).filter(([name]) => !Object.hasOwn(missing, name)),
    );
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
    const ids = new Map<string, string>(Object.entries(this.#context.fixtures));
    const fixtures = [...rule.needs, ...(rule.uses ?? [])].flatMap((name) => ids.get(name)?.toLowerCase() ?? []);
    const run = async (step: Step) => {
      this.#progress('rules', rule.id, this.#rules.count, rules.length);
      try {
        await this.#rules.check(rule, step);
      } finally {
        await this.#guard.restore(fixtures);
      }
    };
    return { kind: { check: rule.id }, fixtures, run };
  }

  #findPolicy(probe: PolicyProbe): PlannedStep {
    const run = async (step: Step) => {
      this.#progress('policies', probe.policy, this.#policies.count, probes.length);
      await this.#policies.find(probe, step);
    };
    return { kind: { check: probe.policy }, fixtures: [], run };
  }

  async #compareWalks({ service, records, add }: Step): Promise<void> {
    const { walks = 0, randomSeed = 1, allowWrites = false } = this.#options;
    if (walks === 0) return;
    this.#walks = await compareWalks({
      service,
      records,
      add,
      policiesFile: { ...this.#origin, ...this.#policies.file() },
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

  /** Calls a function of the user. One that throws must not end the run. */
  #notify(call: () => unknown): void {
    const settled = async (): Promise<unknown> => call();
    // The report does not depend on it.
    settled().catch(() => undefined);
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
