import type { OperationName } from '../../../src/contract/operations.ts';
import { isEquivalent } from '../compare-values.ts';
import { type Json, leavesOf } from '../json.ts';
import { responseFields } from '../service.ts';

/** Returns the names of the fields that two responses show with different values. */
export function differingFields(one: Json, other: Json): string[] {
  return Object.keys(one).filter((field) => field in other && !isEquivalent(one[field], other[field]));
}

/** Returns the leaves that differ between two states of a record, without those that every update changes. */
export function changedFields(operation: OperationName, before: Json, after: Json): string[] {
  const specified = new Set(responseFields(operation).filter((name) => !/^updated_(?:at|by)$/.test(name)));
  const [a, b] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) =>
      specified.has(name.replace(/\[.*/, '')) &&
      // Both responses have the same form, so that a part of a second is a change.
      (name === 'created_at' ? a.get(name) !== b.get(name) : !isEquivalent(a.get(name), b.get(name))),
  );
}
