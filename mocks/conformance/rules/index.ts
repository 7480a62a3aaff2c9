import type { Rule } from '../rule.ts';
import { accessRules } from './access.ts';
import { categoryRules } from './categories.ts';
import { createRules } from './creates.ts';
import { isolationRules } from './isolation.ts';
import { priceRules } from './prices.ts';
import { productRules } from './products.ts';
import { readRules } from './reads.ts';
import { updateRules } from './updates.ts';
import { valueRules } from './values.ts';

/** The behaviors that the specification states. Those that delete records come last. */
export const rules: readonly Rule[] = [
  ...accessRules,
  ...isolationRules,
  ...readRules,
  ...createRules,
  ...updateRules,
  ...valueRules,
  ...productRules,
  ...priceRules,
  ...categoryRules,
];
