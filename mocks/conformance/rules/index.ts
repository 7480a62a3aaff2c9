import type { Rule } from '../rule.ts';
import { accessRules } from './access.ts';
import { categoryRules } from './categories.ts';
import { createRules } from './creates.ts';
import { exactRules } from './exact.ts';
import { isolationRules } from './isolation.ts';
import { linkRules } from './links.ts';
import { listRules } from './lists.ts';
import { priceRules } from './prices.ts';
import { productRules } from './products.ts';
import { readRules } from './reads.ts';
import { rejectionRules } from './rejections.ts';
import { updateRules } from './updates.ts';
import { valueRules } from './values.ts';

/** The behaviors that the specification states. Those that delete records come late. */
export const rules: readonly Rule[] = [
  ...accessRules,
  ...isolationRules,
  ...readRules,
  ...createRules,
  ...updateRules,
  ...linkRules,
  ...exactRules,
  ...rejectionRules,
  ...valueRules,
  ...productRules,
  ...priceRules,
  ...categoryRules,
  ...listRules,
];
