/**
 * The zod schemas of all records and request bodies, and the values of all enums, for forms and other tools.
 *
 * The schemas use `zod/mini`: `productCreateSchema.safeParse(value)` validates a value. Schemas of records and bodies
 * are objects with their fields in `.shape`. Bodies are nested, like the arguments of the client; `encodeBrackets`
 * converts them to the wire format.
 *
 * zod/mini has no messages of its own. Unless your program sets others, importing this module sets English ones:
 * `is required`, `must be a UUID`.
 *
 * @module masterdata-sdk/schemas
 * @example
 * const parsed = addressCreateSchema.safeParse(form);
 * if (!parsed.success) console.log(parsed.error.issues);
 */

import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { describeIssue } from './contract/validate.ts';

const english = en().localeError;
const isMini = ({ inst }: z.core.$ZodRawIssue): boolean => inst instanceof z.ZodMiniType;

// Without messages, every issue is "Invalid input". Schemas of `zod` keep the messages that `zod` would have set.
if (!z.config().localeError) {
  z.config({ localeError: (issue) => (isMini(issue) ? describeIssue(issue) : english(issue)) });
}

export {
  addressCreateSchema,
  addressListItemSchema,
  addressListQuerySchema,
  addressSchema,
  addressTypes,
  addressUpdateSchema,
} from './contract/addresses.ts';
export { catalogCreateSchema, catalogSchema } from './contract/catalogs.ts';
export { categorySchema, categoryUpdateSchema, deletedCategorySchema } from './contract/categories.ts';
export { contactRoles, contactSchema, contactUpdateSchema } from './contract/contacts.ts';
export { countryCodes } from './contract/country-codes.ts';
export {
  createdCustomerSchema,
  customerCreateSchema,
  customerListItemSchema,
  customerSchema,
  customerTypes,
  taxIdSchema,
} from './contract/customers.ts';
export { errorBodySchema, errorDetailsSchema, issueSchema } from './contract/errors.ts';
export { envelope, pricingModels, recurrenceTypes } from './contract/fields.ts';
export { paymentTermSchema } from './contract/payment-terms.ts';
export { engagementTypes, pricePercentageTypes, priceSchema, priceUpdateSchema } from './contract/prices.ts';
export {
  createdProductParentSchema,
  productOfParentSchema,
  productParentCreateSchema,
  productParentSchema,
} from './contract/product-parents.ts';
export {
  createdProductPriceSchema,
  createdProductSchema,
  createdProductSettingsSchema,
  productCreateSchema,
  productLinkSchema,
  productOptionSchema,
  productPriceSchema,
  productSchema,
  productSettingsSchema,
  productShippingSchema,
  productUpdateSchema,
  updatedProductSchema,
} from './contract/products.ts';
