import { type MockPolicies, type PolicyName, policyDefaults } from '../controls/policies.ts';
import type { PoliciesFile } from '../controls/policies-file.ts';
import { isEqual } from './compare-values.ts';
import { NotRunError, RunStoppedError } from './errors.ts';
import { lacksPermission, needReasons } from './not-run-reasons.ts';
import { describeFinding, type Finding, isSameFinding, type Probe, undetermined } from './probe.ts';
import { type PolicyProbe, probes } from './probes/index.ts';
import type { PolicyResult } from './reports/report.ts';
import type { RequestSender } from './request-sender.ts';
import { type RunContext, reasonOf, type Step } from './run-step.ts';

/** Finds the policies of a server, and keeps them. */
export class PolicyFinder {
  readonly #run: RunContext;
  readonly #sender: RequestSender;
  readonly #policies = new Map<PolicyName, Finding>();

  constructor(run: RunContext, sender: RequestSender) {
    this.#run = run;
    this.#sender = sender;
  }

  /** The number of policies that were probed. */
  get count(): number {
    return this.#policies.size;
  }

  /** Probes a policy. */
  async find(probe: PolicyProbe, step: Step): Promise<void> {
    const { policy, sentence } = probe;
    const finding = await this.#probeTwice(probe, step);
    this.#policies.set(policy, finding);
    if (finding.status === 'unknown') {
      const message = describeUnknown(finding.observed);
      step.add('unknown value', { kind: 'policy', subject: policy, message, sentence }, finding.exchange);
    }
  }

  /** Returns the members of a policies file: the policies that reproduce the server. */
  file(): Pick<PoliciesFile, 'policies' | 'undetermined'> {
    const results = this.results();
    const isFound = ({ status }: PolicyResult) => status === 'found';
    const policies = results.filter(isFound).map(({ policy, value }) => [policy, value]);
    return {
      // A probe returns a value of the policy that it determines.
      policies: Object.fromEntries(policies) as Partial<MockPolicies>,
      undetermined: results.filter((result) => !isFound(result)).map(({ policy }) => policy),
    };
  }

  /** Returns the result of each policy, with the reason for those that were not probed because the run stopped. */
  results(stopped = ''): PolicyResult[] {
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
        ...('exchange' in finding && { example: this.#run.collector.example(finding.exchange) }),
      };
    });
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
    const { allowWrites = false } = this.#run.options;
    if (needsWrites && !allowWrites) {
      return undetermined(needReasons.writes);
    }
    const { exchanges, isForbidden } = this.#run.collector;
    try {
      const finding = await find({
        service,
        sender: this.#sender,
        records,
        fixtures: this.#run.fixtures,
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
}

/** Describes a value that no policy of the mock has. */
export function describeUnknown(observed: string): string {
  return `a value that the mock does not have: ${observed}`;
}
