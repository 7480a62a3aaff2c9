/** What refusals mean. */
import type { ApiErrorName } from '../../src/contract/errors.ts';

/** What a refusal means, after the rows of the specification's error table. */
export const meanings: Record<ApiErrorName, string> = {
  unauthorized: 'The token is missing or invalid.',
  forbidden: 'The token lacks the permission for the operation.',
  validation: 'The request fails validation.',
  productPatchValidation:
    'The body fails validation, or has a field that is unknown, read-only or set at creation alone.',
  invalidId: 'An id in the path is malformed.',
  notFound: 'The workspace has no such record.',
  duplicateApiName: 'The `api_name` is taken.',
  categoryReferenced: 'An active discount refers to the category.',
};
