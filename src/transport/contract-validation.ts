/**
 * Holds bodies and answers against the contract. The schemas and zod are more than half of the package, so this module
 * is loaded when the first validate is due, and not at all where checks are off.
 */

import type { Endpoint } from '../contract/endpoint.ts';
import { operations } from '../contract/operations.ts';
import { type Issue, validate, wirePath } from '../contract/validate.ts';
import type { StandardSchema } from '../types/options.ts';

const endpoints = new Map(operations.map((operation) => [operation.name, operation]));

/** How the body and the query of an operation differ from the contract. */
export function validateRequest(operation: string, body: unknown, query: unknown): readonly Issue[] {
  const endpoint = endpoints.get(operation);
  return [...issuesOf(endpoint?.body, body), ...issuesOf(endpoint?.query, query ?? {})];
}

/**
 * How the data of an answer differs from the contract, or from the schema that the request gave. Issues show values:
 * `readable` is the same data without what is not to be shown.
 */
export async function validateResponse(
  operation: string,
  data: unknown,
  readable: () => unknown,
  schema?: StandardSchema,
): Promise<readonly Issue[]> {
  const find = async (value: unknown): Promise<readonly Issue[]> => {
    if (!schema) return issuesOf(endpoints.get(operation)?.response, value);
    const { issues = [] } = await schema['~standard'].validate(value);
    return issues.map(({ message, path = [] }) => ({
      path: wirePath(path.map((part) => (typeof part === 'object' ? part.key : part))),
      message,
    }));
  };
  const issues = await find(data);
  return issues.length ? find(readable()) : issues;
}

/** The issues as lines of a log, without those that were `reported`: each is once for an operation and a field. */
export function formatNewIssues(
  operation: string,
  subject: string,
  issues: readonly Issue[],
  reported: Set<string>,
): string[] {
  return issues.flatMap(({ path, message }) => {
    // One line for a list, not one for each of its records.
    const field = path.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*') || 'its top';
    const difference = `${operation}: ${subject} differs from the contract at ${field}`;
    if (reported.has(difference)) return [];
    reported.add(difference);
    return [`${difference}: ${message}`];
  });
}

function issuesOf(schema: Endpoint['response'] | undefined, value: unknown): readonly Issue[] {
  const checked = schema && validate(schema, value);
  return !checked || checked.ok ? [] : checked.issues;
}
