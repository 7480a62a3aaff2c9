import type { BugName } from './bugs.ts';

/** Bugs whose cause no difference names. This list only becomes shorter. */
export const missed: readonly BugName[] = [
  'customer-tax-value-uppercased',
  'customers-list-last-missing',
  'contact-name-trimmed',
  'contact-email-lowercased',
  'address-line-spaces-collapsed',
  'category-deleted-patchable',
  'parents-list-inactive-hidden',
  'price-amount-rounded',
  'price-false-ignored',
  'price-tiers-first-only',
  'price-frequency-not-stored',
  'permission-delete-unchecked',
  'permission-price-unchecked',
  'charset-rejected',
];
