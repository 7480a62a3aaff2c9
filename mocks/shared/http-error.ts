/** What a rule throws to refuse a call. The server turns it into an answer; nothing else leaves the mock as a throw. */

import { errorMessages } from '../../src/contract/errors.ts';
import type { Issue } from '../../src/contract/validate.ts';
import type { MockPolicies } from '../controls/policies.ts';

/** A refused call: a status and the body of the error. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, { headers = {}, ...body }: HttpErrorOptions = {}) {
    super(error);
    this.status = status;
    this.body = { success: false, error, ...body };
    this.headers = headers;
  }
}

interface HttpErrorOptions {
  readonly success?: undefined;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `<Resource> not found`. */
export function notFound(resource: string, policies: MockPolicies): HttpError {
  return new HttpError(policies.notFoundStatus, `${resource} not found`);
}

/** An id in the path that is not a UUID. */
export function malformedId(resource: string, policies: MockPolicies): HttpError {
  return new HttpError(policies.malformedIdStatus, `Invalid ${resource.toLowerCase()} ID format`);
}

/** `Validation error`, with details as the policies have them. */
export function validationError(
  issues: readonly Issue[],
  policies: MockPolicies,
  status: number = policies.validationStatus,
): HttpError {
  const details = detailsOf(issues, policies.validationDetails);
  return new HttpError(status, errorMessages.validation, {
    ...(policies.validationOmitsSuccess && { success: undefined }),
    ...(details !== undefined && { details }),
  });
}

/** An `api_name` that is taken: a conflict, or where the policy says so a validation error. */
export function duplicateApiName(issues: readonly Issue[], policies: MockPolicies): HttpError {
  if (policies.duplicateApiName === 400) return validationError(issues, policies, 400);
  return new HttpError(409, 'api_name already exists', { details: issues });
}

function detailsOf(issues: readonly Issue[], shape: MockPolicies['validationDetails']): object | undefined {
  switch (shape) {
    case 'issues':
      return issues;
    case 'strings':
      return issues.map(({ path, message }) => `${path} ${message}`.trim());
    case 'fields': {
      const fields = new Map<string, string>();
      for (const { path, message } of issues) {
        const before = fields.get(path);
        fields.set(path, before ? `${before}; ${message}` : message);
      }
      return Object.fromEntries(fields);
    }
    case 'none':
      return undefined;
  }
}
