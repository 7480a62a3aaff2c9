/**
 * Finds the issues of request bodies and response data. The schemas and zod are more than half of the package, so this
 * module is loaded for the first validation, and never if validation is off.
 */

import type { EndpointSchemas } from '../contract/endpoint.ts';
import { loadSchemas } from '../contract/load-schemas.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import { type Issue, standardIssues, validate } from '../contract/validate.ts';
import { type DescribedIssues, describeNewIssues } from './logged-issues.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';

/** Loads the schemas of the response. */
export async function loadResponseSchema({ call }: PreparedRequest): Promise<Findings> {
  await loadSchemas(call.operation);
  return { issues: [] };
}

/** Returns the issues of the body and the query of a request, whose contract may be the schemas of the request. */
export async function findRequestIssues({ call, schemas, input }: PreparedRequest): Promise<Findings> {
  // As JSON has it: until then, a number of `JSON.rawJSON` is an object.
  const { body, query } = JSON.parse(JSON.stringify(input ?? {}));
  if (schemas) {
    const issues = await standardIssuesOf(schemas.body, body, schemas.brackets);
    return { issues: [...issues, ...(await standardIssuesOf(schemas.query, query))] };
  }
  const endpoint = await loadSchemas(call.operation);
  const issues = [...issuesOf(endpoint?.body, body), ...issuesOf(endpoint?.query, query)];
  return { issues: [...issues, ...unknownParameters(endpoint, query)] };
}

/**
 * Returns the issues of fields that an accessor of a class has, because JSON omits them. If the fields are not known,
 * each accessor is an issue.
 */
export async function findAccessorIssues({ call, schemas, accessors }: PreparedRequest): Promise<readonly Issue[]> {
  const input = schemas ?? (await loadSchemas(call.operation));
  const isField = (schema: unknown, name: string): boolean => {
    const shape: unknown = Object(schema).shape;
    return shape === undefined || Object.hasOwn(Object(shape), name);
  };
  const hidden = [
    ...accessors.body.filter((name) => isField(input?.body, name)),
    ...accessors.query.filter((name) => isField(input?.query, name)),
  ];
  const message =
    'is an accessor of a class and would not be sent. Convert the object, for example with a toJSON method.';
  return hidden.map((path) => ({ path, message }));
}

/** Returns the issues of the parameters that an operation of the contract does not have. */
function unknownParameters(endpoint: EndpointSchemas | undefined, query: object): readonly Issue[] {
  const known = endpoint?.query?.shape ?? {};
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  return unknown.map((path) => ({ path, message: 'is not a known parameter' }));
}

/** The number of records that are validated of a longer list, if issues only cause a warning. */
const sampleSize = 1000;

/** The issues of response data, and a note for the message about them. */
export interface Findings {
  readonly issues: readonly Issue[];
  readonly note?: string;
}

/**
 * Returns the issues of response data, with the schema of the request or else the contract. If issues only cause a
 * warning, the contract gets a sample of a long list; a schema always gets the whole list.
 */
export async function findResponseIssues(exchange: HttpExchange, data: unknown): Promise<Findings> {
  const { call, schemas, settings } = exchange.request;
  const schema = schemas?.response;
  const allowsSample = settings.validation.responses === 'warn' && !schema;
  const isSample = allowsSample && Array.isArray(data) && data.length > sampleSize;
  const judged = isSample ? sampleEvenly(data) : data;
  const found = await (schema
    ? standardIssuesOf(schema, judged)
    : issuesOf((await loadSchemas(call.operation))?.response, judged));
  // Do not validate a copy without the token instead: the schema may judge it differently.
  const issues = exchange.redactIssues(found);
  if (!isSample) return { issues };
  return { issues, note: ` (${format(sampleSize)} of ${format(data.length)} records were validated)` };
}

/** Returns records at equal distances, including the first and the last. */
function sampleEvenly(records: readonly unknown[]): readonly unknown[] {
  const distance = (records.length - 1) / (sampleSize - 1);
  return Array.from({ length: sampleSize }, (_, at) => records[Math.round(at * distance)]);
}

function format(count: number): string {
  return count.toLocaleString('en');
}

/** The part of a call that is validated. */
export type Subject = 'request' | 'response';

/** Separates the issues that are errors from the others. Describes those at fields that have not been logged. */
export function sortIssues(
  { call, schemas, settings }: PreparedRequest,
  subject: Subject,
  issues: readonly Issue[],
): DescribedIssues & { readonly errors: readonly Issue[] } {
  // The contract lists the enums of responses that it knows, and the service may add values.
  const isOpen = subject === 'response' && !schemas?.response;
  const mode = settings.validation[`${subject}s`];
  const isError = ({ message }: Issue): boolean => mode === 'throw' && !(isOpen && newEnumValue.test(message));
  const warnings = issues.filter((issue) => !isError(issue));
  const described = describeNewIssues(`${call.operation} ${subject}`, warnings, settings.loggedFields);
  return { errors: issues.filter(isError), ...described };
}

/** The message about a text that an enum of the contract does not list. */
const newEnumValue = /^must be one of .+, received "/s;

async function standardIssuesOf(
  schema: StandardSchema | undefined,
  value: unknown,
  hasBrackets?: boolean,
): Promise<readonly Issue[]> {
  return standardIssues((await schema?.['~standard'].validate(value)) ?? {}, hasBrackets);
}

function issuesOf(schema: EndpointSchemas['response'] | undefined, value: unknown): readonly Issue[] {
  const result = schema && validate(schema, value);
  return !result || result.ok ? [] : result.issues;
}
