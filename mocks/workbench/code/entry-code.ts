import { fieldsOf } from '../../../src/contract/describe-schema.ts';
import { findOperation } from '../../../src/contract/operations.ts';
import type { JournalEntry } from '../../controls/journal-entry.ts';
import { isObject } from '../../shared/json.ts';
import { matchPath, toClientCode } from './client-code.ts';

/** Returns the client code of a request, or undefined if the client has no method for it. */
export function toEntryCode({ operation, url, body }: JournalEntry): string | undefined {
  const endpoint = findOperation(operation);
  const params = endpoint && matchPath(endpoint.path, url);
  if (operation === undefined || params === undefined) return undefined;
  // The client sends only objects, and only the parameters of the contract.
  if (endpoint?.body && !isObject(body)) return undefined;
  const known = endpoint?.query ? fieldsOf(endpoint.query) : {};
  const sent = [...new URLSearchParams(url.split('?')[1] ?? '')];
  const query = Object.fromEntries(sent.filter(([name]) => Object.hasOwn(known, name)));
  return toClientCode({ operation, params, query, body });
}
