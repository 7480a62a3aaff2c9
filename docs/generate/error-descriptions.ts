import type { ApiErrorName } from '../../src/contract/errors.ts';

/** Descriptions of the error conditions, after the error table of the specification. */
export const errorDescriptions: Record<ApiErrorName, string> = {
  unauthorized: 'The token is missing or invalid.',
  forbidden: 'The token lacks the permission for the operation.',
  validation: 'The request fails validation.',
  productPatchValidation:
    'The body fails validation, or has a field that is unknown, read-only or only settable on creation.',
  invalidId: 'An id in the path is malformed.',
  notFound: 'The workspace has no such record.',
  duplicateApiName: 'The `api_name` is already in use.',
  categoryReferenced: 'An active discount refers to the category.',
};
