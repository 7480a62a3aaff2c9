import { brand, MasterDataError } from './base-error.ts';

/** A key that cannot be converted between its nested and its bracketed form. */
export class BracketKeyError extends MasterDataError {
  static {
    brand(this, 'BracketKeyError');
  }

  /** The rejected key. */
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`${JSON.stringify(key)} ${problem}`);
    this.key = key;
  }
}
