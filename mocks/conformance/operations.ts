import { findOperation, type OperationName } from '../../src/contract/operations.ts';

/** The parameters of a path. */
export type Params = Readonly<Record<string, string>>;

/** Fills the parameters of an operation's path. */
export function pathOf(name: OperationName, params: Params = {}): string {
  return findOperation(name).path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
}

/** A UUID that no record has. It has no letters, so that its letter case does not matter. */
export function unusedId(): string {
  return crypto.randomUUID().replaceAll(/[a-f]/g, (letter) => String((letter.charCodeAt(0) - 89) % 10));
}
