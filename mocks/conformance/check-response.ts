import type * as z from 'zod/mini';
import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { errorBodySchema, errorMessages } from '../../src/contract/errors.ts';
import { findOperation, operations } from '../../src/contract/operations.ts';
import { validate, wirePath } from '../../src/contract/validate.ts';
import { isObject, readField } from '../shared/json.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import { detailsOf, errorOf, type Json } from './json.ts';

/** The kinds of differences between a response and its schema. */
export type ContractProblem =
  | 'status'
  | 'content-type'
  | 'body'
  | 'envelope'
  | 'missing'
  | 'additional'
  | 'null'
  | 'type'
  | 'error';

/** A difference between a response and the contract. */
export interface ContractFinding {
  readonly problem: ContractProblem;
  /** The field, as a wire path with `[]` for array entries; empty for the whole response. */
  readonly field: string;
  readonly message: string;
}

/** Compares a response with the contract. Responses without an operation have no schema. */
export function checkResponse(exchange: Exchange): ContractFinding[] {
  const { call, status, failure, json, headers, text } = exchange;
  // A gateway may send a 429, so its form is not specified.
  if (call.operation === undefined || status === 429) return [];
  if (failure !== undefined) return [finding('status', '', failure)];
  const findings: ContractFinding[] = [];
  // The token may lack a permission.
  // A write whose first response was lost can conflict with itself.
  const isConflict = exchange.isRepeated && call.method !== 'GET' && status < 500;
  if (call.isValid && !isSuccess(exchange) && status !== 403 && !isConflict)
    findings.push(finding('status', '', `a valid request ${describeResponse(exchange)}`));
  const contentType = headers['content-type'] ?? 'none';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)) {
    findings.push(finding('content-type', '', `must be application/json, received ${contentType.slice(0, 60)}`));
  }
  if (json === undefined) {
    findings.push(finding('body', '', text === '' ? 'must be JSON, received an empty body' : 'must be JSON'));
    return findings;
  }
  if (isSuccess(exchange)) findings.push(...checkData(json, findOperation(call.operation).response));
  else if (status >= 400) findings.push(...checkError(json), ...checkErrorTable(exchange));
  return findings;
}

function checkData(json: unknown, schema: z.ZodMiniType): ContractFinding[] {
  if (!isObject(json) || json['success'] !== true || !('data' in json)) {
    return [finding('envelope', '', 'must be { success: true, data }')];
  }
  const extra = Object.keys(json).filter((key) => key !== 'success' && key !== 'data');
  return [
    ...extra.map((key) => finding('additional', key, 'is not a member of the envelope')),
    ...checkValue(sample(json['data']), schema),
  ];
}

/** The number of records of a list that are checked. Records of one list seldom differ in their fields. */
const maxChecked = 1000;

/** Returns a list with at most {@link maxChecked} records, which are spread evenly over the given list. */
function sample(data: unknown): unknown {
  if (!Array.isArray(data) || data.length <= maxChecked) return data;
  return Array.from({ length: maxChecked }, (_, at): unknown => data[Math.floor((at * data.length) / maxChecked)]);
}

function checkError(json: unknown): ContractFinding[] {
  if (!isObject(json) || typeof json['error'] !== 'string') {
    return [finding('envelope', '', 'an error must be { success: false, error, details? }')];
  }
  const isValidation = json['error'] === 'Validation error';
  const withoutSuccess = !('success' in json) && !isValidation;
  return [
    ...(withoutSuccess ? [finding('missing', 'success', 'is required')] : []),
    ...checkValue(withPlainDetails(json), errorBodySchema),
  ];
}

/** Compares an error with the table of errors: its status, and details that it must not have. */
function checkErrorTable({ call: { operation, token = 'main' }, status, json }: Exchange): ContractFinding[] {
  const text = errorOf(json);
  const findings: ContractFinding[] = [];
  if (status >= 500) return findings;
  if (text === errorMessages.categoryReferenced && status !== 409)
    findings.push(finding('error', '', `"${text}" must have status 409, received ${status}`));
  if (text === errorMessages.validation && operation === 'products.update' && status !== 400)
    findings.push(finding('error', '', `"${text}" must have status 400 in a product PATCH, received ${status}`));
  const isForbidden = status === 403 && (token === 'limited' || text === errorMessages.forbidden);
  const isWithout = status === 401 || isForbidden || text === errorMessages.categoryReferenced || isNotFound(text);
  if (isWithout && detailsOf(json) !== undefined)
    findings.push(finding('error', 'details', `an error "${text.slice(0, 60)}" must have no details`));
  return findings;
}

/** Whether an error is that of a record that is not found. */
function isNotFound(text: string): boolean {
  return operations.some(({ resource }) => text === `${resource} not found`);
}

/** Returns an error without what the specification leaves open: null for no details, and paths that are lists. */
function withPlainDetails({ details, ...error }: Json): Json {
  if (details === null || details === undefined) return error;
  if (!Array.isArray(details)) return { ...error, details };
  const plain = details.map((each: unknown) =>
    isObject(each) && Array.isArray(each['path']) ? { ...each, path: each['path'].join('.') } : each,
  );
  return { ...error, details: plain };
}

/** Compares a value with a schema: what zod reports, and members that the schema does not have. */
function checkValue(value: unknown, schema: z.ZodMiniType): ContractFinding[] {
  const result = validate(schema, value);
  const issues = result.ok ? [] : result.issues;
  return [
    ...issues.map(({ path, message }) => finding(problemOf(message), removeIndexes(path), message)),
    ...additionalMembers(value, describeSchema(schema), [])
      .map((path) => removeIndexes(wirePath(path)))
      .map((field) => finding('additional', field, 'is not a field of this response')),
  ];
}

function problemOf(message: string): ContractProblem {
  if (message === 'is required') return 'missing';
  return /received null$/.test(message) ? 'null' : 'type';
}

function additionalMembers(value: unknown, { kind }: FieldDescription, path: readonly PropertyKey[]): PropertyKey[][] {
  if (kind.type === 'list' && Array.isArray(value)) {
    return value.flatMap((item, index) => additionalMembers(item, kind.element, [...path, index]));
  }
  if (kind.type !== 'group' || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const field = readField(kind.fields, key);
    return field ? additionalMembers(item, field, [...path, key]) : [[...path, key]];
  });
}

/** `0.prices.1.amount` as `prices[].amount`: one finding for all entries of an array. */
function removeIndexes(path: string): string {
  return path.replace(/^\d+(?:\.|$)/, '').replaceAll(/\.\d+(?=\.|$)/g, '[]');
}

function finding(problem: ContractProblem, field: string, message: string): ContractFinding {
  return { problem, field, message };
}
