/** The values of the command line's options. */
import { InvalidArgumentError } from 'commander';
import { readFault } from '../control-api/schemas.ts';
import { type Delay, type Fault, type FaultPreset, Faults, faultPresets } from '../controls/faults.ts';
import { type MockPolicies, policyValues } from '../controls/policies.ts';
import { assertRateLimit, type RateLimit } from '../controls/rate-limit.ts';

/** `--port`: 0 to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
  return port;
}

/** `--token`: what a header can carry. */
export function parseToken(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new InvalidArgumentError('Expected printable ASCII without spaces.');
  return text;
}

/** `--policy name=value`, beside those before it. */
export function parsePolicy(text: string, before: Partial<MockPolicies> = {}): Partial<MockPolicies> {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  if (name === 'rateLimit') throw new InvalidArgumentError('The rate limit has an option of its own: --rate-limit.');
  const values: readonly unknown[] | undefined = Object.hasOwn(policyValues, name)
    ? Reflect.get(policyValues, name)
    : undefined;
  if (!values) {
    throw new InvalidArgumentError(`No policy ${name || 'without a name'}. There are:\n${listPolicies()}`);
  }
  const chosen = values.find((each) => String(each) === value);
  if (chosen === undefined) {
    throw new InvalidArgumentError(
      `Policy ${name}: expected one of ${values.join(', ')}, received ${value || 'none'}.`,
    );
  }
  return { ...before, [name]: chosen };
}

/** Every policy and its values, a line each. */
export function listPolicies(): string {
  return Object.entries(policyValues)
    .map(([name, values]) => `  ${name}=${values.join('|')}`)
    .join('\n');
}

/** `--latency 80` or `--latency 50-200`, in milliseconds. */
export function parseLatency(text: string): Delay {
  const [, min, max] = /^(\d+)(?:-(\d+))?$/.exec(text.replace(/ms$/, '')) ?? [];
  if (min === undefined || (max !== undefined && Number(max) < Number(min))) {
    throw new InvalidArgumentError('Expected milliseconds, such as 80, or two of them, such as 50-200.');
  }
  return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
}

const kinds = ['drop', 'lose', 'truncate', 'malform'];

/** `--fault`: the name of a preset, JSON, or `operation=status`, beside those before it. */
export function parseFault(text: string, before: readonly (Fault | FaultPreset)[] = []): (Fault | FaultPreset)[] {
  try {
    const fault = readFault(faultFrom(text));
    // What is wrong with it is to be said here, and not once the mock is made.
    new Faults(() => 0).add(fault);
    return [...before, fault];
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    throw new InvalidArgumentError(
      `${error.message}\nExpected a preset (${Object.keys(faultPresets).join(', ')}), OPERATION=STATUS such as products.update=503 or products.*=429, OPERATION=${kinds.join('|')}, or a fault as JSON.`,
    );
  }
}

function faultFrom(text: string): unknown {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const [, on, what = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (on === undefined) return { preset: text };
  if (/^\d+$/.test(what)) return { on, status: Number(what) };
  if (kinds.includes(what)) return { on, [what]: true };
  throw new TypeError(`A fault is a status or one of ${kinds.join(', ')}, not ${what}.`);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `--rate-limit 100`, `100/10s`, `100/1m:token-bucket`. */
export function parseRateLimit(text: string): RateLimit {
  const [, limit, count = '1', unit = 'm', algorithm] =
    /^(\d+)(?:\/(\d*)(ms|s|m|h))?(?::(fixed-window|token-bucket))?$/.exec(text) ?? [];
  const rate: RateLimit = {
    limit: Number(limit),
    window: Number(count || 1) * (units[unit] ?? 1),
    algorithm: algorithm === 'token-bucket' ? algorithm : 'fixed-window',
  };
  try {
    assertRateLimit(rate);
  } catch {
    throw new InvalidArgumentError('Expected calls, such as 100 (a minute), 20/s, 100/10s or 100/1m:token-bucket.');
  }
  return rate;
}

/** An option that may be given more than once. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
