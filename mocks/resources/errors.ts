import { recordLabel } from '../../src/contract/endpoint.ts';
import { apiErrors, errorMessages } from '../../src/contract/errors.ts';
import type { Issue } from '../../src/contract/validate.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { issueText } from '../shared/describe-value.ts';
import { HttpError } from '../shared/http-error.ts';
import { InvalidRecordError, uniqueIssuesOf } from '../store/errors.ts';
import type { TableName } from '../store/row-types.ts';

/** Creates the error for a record that does not exist: `<Resource> not found`. */
export function notFound(resource: string, policies: MockPolicies): HttpError {
  return new HttpError(policies.notFoundStatus, `${resource} not found`);
}

/** Creates the error for an id in the path that is not a UUID. */
export function malformedId(resource: string, policies: MockPolicies): HttpError {
  return new HttpError(policies.malformedIdStatus, `Invalid ${resource.toLowerCase()} ID format`);
}

/** Creates a `Validation error`. The policy `validationDetails` decides the shape of its details. */
export function validationError(
  issues: readonly Issue[],
  policies: MockPolicies,
  status: number = policies.validationStatus,
): HttpError {
  const details = formatDetails(issues, policies.validationDetails);
  return new HttpError(status, errorMessages.validation, {
    ...(policies.validationOmitsSuccess && { success: undefined }),
    ...(details !== undefined && { details }),
  });
}

/** Creates the error for parameters that a query has several times. */
export function repeatedParameters(names: readonly string[], policies: MockPolicies): HttpError {
  return validationError(
    names.map((path) => ({ path, message: 'must be given once' })),
    policies,
  );
}

/** Creates the error for an `api_name` that is taken. The policy `duplicateApiName` decides status and text. */
function duplicateApiName(issues: readonly Issue[], policies: MockPolicies): HttpError {
  if (policies.duplicateApiName === 400) return validationError(issues, policies, 400);
  const details = formatDetails(issues, policies.validationDetails);
  return new HttpError(409, 'api_name already exists', details && { details });
}

/** Creates the error for the deletion of a category to which an active discount refers. */
export function categoryReferenced(): HttpError {
  const { status, error } = apiErrors.categoryReferenced;
  return new HttpError(status, error);
}

interface ErrorOptions {
  readonly policies: MockPolicies;
  /** Whether paths of issues have brackets. */
  readonly hasBrackets: boolean;
  /** The table of a row that could not be deleted. */
  readonly deletedFrom: TableName | undefined;
}

/** Converts the error of a write to the error of the call. */
export function convertErrors<T>(run: () => T, { policies, hasBrackets, deletedFrom }: ErrorOptions): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    if (deletedFrom) {
      throw new HttpError(409, `${recordLabel(deletedFrom)} ${error.issues.map(({ message }) => message).join('; ')}`);
    }
    const asSent = (issue: Issue): Issue =>
      hasBrackets ? issue : { ...issue, path: issue.path.replace(/\[([^\]]*)\]/g, '.$1') };
    const unique = uniqueIssuesOf(error);
    const others = error.issues.filter((issue) => !unique.includes(issue));
    if (others.length > 0) throw validationError(others.map(asSent), policies);
    if (unique.some(({ path }) => path === 'api_name')) throw duplicateApiName(unique.map(asSent), policies);
    throw new HttpError(409, `${recordLabel(error.table)}: ${unique.map(asSent).map(issueText).join('; ')}`);
  }
}

/** The issues that a response lists. A response with thousands of them would be many times larger than its request. */
const maxIssues = 100;

function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  const rest = issues.length - maxIssues;
  return rest > 0 ? [...issues.slice(0, maxIssues), { path: '', message: `has ${rest} more issues` }] : issues;
}

function formatDetails(all: readonly Issue[], shape: MockPolicies['validationDetails']): object | undefined {
  const issues = limitIssues(all);
  switch (shape) {
    case 'issues':
      return issues;
    case 'strings':
      return issues.map(issueText);
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
