/**
 * Validates request bodies and response data against the contract. The schemas and zod are more than half of the
 * package, so this module is loaded for the first validation, and never if validation is off.
 */

import type { Endpoint } from '../contract/endpoint.ts';
import { operations } from '../contract/operations.ts';
import { type Issue, validate, wirePath } from '../contract/validate.ts';
import type { StandardSchema } from '../types/standard-schema.ts';

const endpoints = new Map(operations.map((operation) => [operation.name, operation]));

/** Returns the issues of the body and the query of an operation. */
export function validateRequest(operation: string, body: unknown, query: unknown): readonly Issue[] {
  const endpoint = endpoints.get(operation);
  return [...issuesOf(endpoint?.body, body), ...issuesOf(endpoint?.query, query ?? {})];
}

/**
 * Validates response data against the schema of the request, or else against the contract. Issues contain values, so
 * `redacted` returns the same data without the token.
 */
export async function validateResponse(
  operation: string,
  data: unknown,
  redacted: () => Promise<unknown>,
  schema?: StandardSchema,
): Promise<readonly Issue[]> {
  const validateData = async (value: unknown): Promise<readonly Issue[]> => {
    if (!schema) return issuesOf(endpoints.get(operation)?.response, value);
    const { issues = [] } = await schema['~standard'].validate(value);
    return issues.map(({ message, path = [] }) => ({
      path: wirePath(path.map((part) => (typeof part === 'object' ? part.key : part))),
      message,
    }));
  };
  const issues = await validateData(data);
  return issues.length ? validateData(await redacted()) : issues;
}

/** Formats issues as log lines, each operation and field once. */
export function formatNewIssues(
  operation: string,
  subject: string,
  issues: readonly Issue[],
  reported: Set<string>,
): string[] {
  return issues.flatMap(({ path, message }) => {
    // Write one line per list, not one per record.
    const field = path.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*') || 'the top level';
    const mismatch = `${operation}: ${subject} does not match the contract at ${field}`;
    if (reported.has(mismatch)) return [];
    reported.add(mismatch);
    return [`${mismatch}: ${message}`];
  });
}

function issuesOf(schema: Endpoint['response'] | undefined, value: unknown): readonly Issue[] {
  const result = schema && validate(schema, value);
  return !result || result.ok ? [] : result.issues;
}
