import { brand } from '../contract/brand.ts';
import { MasterDataError } from './base-error.ts';

/** The longest key that a message quotes in full. */
const maxLength = 100;

/** A key that cannot be converted between its nested and its bracketed form. */
export class BracketKeyError extends MasterDataError {
  static {
    brand(this, 'BracketKeyError');
  }

  /** The rejected key. */
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`${JSON.stringify(key.length > maxLength ? `${key.slice(0, maxLength)}…` : key)} ${problem}`);
    this.key = key;
  }
}
