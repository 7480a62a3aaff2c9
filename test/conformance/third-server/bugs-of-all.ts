/** ANY stands for every operation. */
export const bugsOfAll = {
  'token-any-accepted': 'ANY [token] Every bearer token is accepted.',
  'token-prefix-accepted': 'ANY [token] A token without its last characters is accepted.',
  'token-uppercase-accepted': 'ANY [token] The token is compared without regard to case.',
  'token-missing-status': 'ANY [401] A request without a token is answered with 403 instead of 401.',
  'token-invalid-body': 'ANY [error] The 401 carries a message instead of an error.',
  'permission-status': 'ANY [403] A token without the permission is answered with 401 instead of 403.',
  'permission-text': 'ANY [Forbidden] The 403 has another error than Forbidden.',
  'permission-delete-unchecked': 'DELETE /api/categories/{id} [permission] A token that may only read can delete.',
  'permission-price-unchecked': 'PATCH /api/prices/{id} [permission] A token that may only read can change prices.',
  'error-success-true': 'ANY [success] The body of a not-found error says success: true.',
  'error-nested': 'ANY [error] The error of a failed validation is an object instead of a string.',
  'error-details-shape':
    'PATCH /api/products/{id} [details] The details map each field to an object instead of a message.',
  'error-validation-text':
    'PATCH /api/products/{id} [Validation error] The error of a failed validation is Bad Request.',
  'error-as-plain-text': 'ANY [content type|content-type|JSON] Errors are sent as text/plain without JSON.',
  'charset-rejected':
    'ANY [content type|content-type|charset] A body with Content-Type: application/json; charset=utf-8 is rejected.',
  'envelope-missing': 'GET /api/addresses/{id} [envelope|success|data] Get Address answers without the envelope.',
  'success-as-text': 'ANY [success] success is the text "true".',
  'timestamps-as-numbers': 'ANY [created_at|updated_at] Timestamps are numbers of milliseconds.',
  'timestamps-with-space': 'ANY [created_at|updated_at] Timestamps have a space instead of the T and lack the zone.',
} as const;
