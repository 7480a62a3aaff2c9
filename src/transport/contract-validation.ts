/**
 * Finds the issues of request bodies and response data. The schemas and zod are more than half of the package, so this
 * module is loaded for the first validation, and never if validation is off.
 */

import type { Endpoint } from '../contract/endpoint.ts';
import { findOperation } from '../contract/operations.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import { type Issue, standardIssues, validate } from '../contract/validate.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';

/** Returns the issues of the body and the query of a request, whose contract may be the schemas of the request. */
export async function findRequestIssues({ call, schemas, input }: PreparedRequest): Promise<readonly Issue[]> {
  // As JSON has it: until then, a number of `JSON.rawJSON` is an object.
  const { body, query } = JSON.parse(JSON.stringify(input ?? {}));
  if (schemas) {
    const issues = await standardIssuesOf(schemas.body, body, schemas.brackets);
    return [...issues, ...(await standardIssuesOf(schemas.query, query))];
  }
  const endpoint = findOperation(call.operation);
  return [
    ...issuesOf(endpoint?.body, body),
    ...issuesOf(endpoint?.query, query),
    ...unknownParameters(endpoint, query),
  ];
}

/** Returns the issues of the parameters that an operation of the contract does not have. */
function unknownParameters(endpoint: Endpoint | undefined, query: object): readonly Issue[] {
  const known = endpoint?.query?.shape ?? {};
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  return unknown.map((path) => ({ path, message: 'is not a known parameter' }));
}

/** The number of records that are validated of a longer list, if issues only cause a warning. */
const sampleSize = 1000;

/**
 * Returns the issues of response data, with the schema of the request or else the contract. If issues only cause a
 * warning, the contract gets a sample of a long list; a schema always gets the whole list.
 */
export async function findResponseIssues(exchange: HttpExchange, data: unknown): Promise<readonly Issue[]> {
  const { call, schemas, settings } = exchange.request;
  const schema = schemas?.response;
  const validateData = async (value: unknown): Promise<readonly Issue[]> => {
    return schema ? standardIssuesOf(schema, value) : issuesOf(findOperation(call.operation)?.response, value);
  };
  const allowsSample = settings.responseValidation === 'warn' && !schema;
  if (!allowsSample || !Array.isArray(data) || data.length <= sampleSize) {
    const issues = await validateData(data);
    // Issues contain values.
    return issues.length ? validateData(exchange.redactData(data)) : issues;
  }
  const sample = sampleEvenly(data);
  if ((await validateData(sample)).length === 0) return [];
  const note = `(${format(sampleSize)} of ${format(data.length)} records were validated)`;
  const issues = await validateData(exchange.redactData(sample));
  return issues.map(({ path, message }) => ({ path, message: `${message} ${note}` }));
}

/** Whether an issue is a text that an enum of the contract does not list. Enums of responses are open. */
export function isNewEnumValue({ message }: Issue): boolean {
  return /^must be one of .+, received "/s.test(message);
}

/** Returns records at equal distances, including the first and the last. */
function sampleEvenly(records: readonly unknown[]): readonly unknown[] {
  const distance = (records.length - 1) / (sampleSize - 1);
  return Array.from({ length: sampleSize }, (_, at) => records[Math.round(at * distance)]);
}

function format(count: number): string {
  return count.toLocaleString('en');
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
    const mismatch = `${operation}: the ${subject} does not match the contract at ${field}`;
    if (reported.has(mismatch)) return [];
    reported.add(mismatch);
    return [`${mismatch}: ${message}`];
  });
}

async function standardIssuesOf(
  schema: StandardSchema | undefined,
  value: unknown,
  hasBrackets?: boolean,
): Promise<readonly Issue[]> {
  return standardIssues((await schema?.['~standard'].validate(value)) ?? {}, hasBrackets);
}

function issuesOf(schema: Endpoint['response'] | undefined, value: unknown): readonly Issue[] {
  const result = schema && validate(schema, value);
  return !result || result.ok ? [] : result.issues;
}
