import { preview } from '../../src/contract/printable.ts';

/** Whether a value is a promise. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Whether a function was declared as `async`. */
export function isAsync(run: object): boolean {
  return run.constructor.name === 'AsyncFunction';
}

/**
 * Returns a condition that is certain to return a boolean: every promise would count as true.
 *
 * @param name Names the condition in errors, for example `waitFor.where`.
 * @throws A TypeError if JavaScript passes something else than a function, or an async function.
 */
export function synchronous<Value>(name: string, condition: (value: Value) => unknown): (value: Value) => boolean {
  if (typeof condition !== 'function')
    throw new TypeError(`${name}: must be a function, received ${preview(condition)}`);
  const mustBe = `${name}: must be a synchronous function`;
  if (isAsync(condition)) throw new TypeError(`${mustBe}, received an async function`);
  return (value) => {
    const result = condition(value);
    if (!isPromise(result)) return Boolean(result);
    // Nobody waits for it.
    Promise.resolve(result).catch(() => undefined);
    throw new TypeError(`${mustBe}, but it returned a promise`);
  };
}
