import { brand } from '../contract/brand.ts';
import { printable } from '../contract/printable.ts';

/** The base class of the errors that the client throws and rejects with. */
export class MasterDataError extends Error {
  static {
    brand(this, 'MasterDataError');
  }

  /** The message is made safe to print, because it can contain texts of the service. */
  constructor(message?: string, options?: ErrorOptions) {
    super(message && printable(`${message}`), options);
  }

  /** Returns the name, the message and the fields. The result has no headers, no stack and no token. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}
