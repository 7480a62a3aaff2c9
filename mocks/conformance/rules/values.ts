import { findOperation, type OperationName } from '../../../src/contract/operations.ts';
import { isObject } from '../../shared/json.ts';
import { type BodyField, bodyFieldsOf } from '../body-fields.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, leavesOf } from '../json.ts';
import { type CreateOperation, createOperations } from '../operations.ts';
import { type CheckContext, type Rule, says, sectionOf } from '../rule.ts';
import { canBeUnset } from '../specification/sentences.ts';
import type { Sentence } from '../specification/specified-fields.ts';
import { type Update, updates } from './update-targets.ts';

/** The types of fields, as sentences name them. */
const names: Readonly<Record<BodyField['type'], string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  uuid: 'UUID string',
  uuids: 'array of UUID strings',
  url: 'URL string',
  email: 'e-mail address',
  enum: 'one of the stated values',
  enums: 'array of the stated values',
  other: 'array',
};

/** A server that converts types creates a record for each wrong value. */
const maxConverted = 3;

/** Values of a wrong type, values that an enum does not have, and null. */
export const valueRules: readonly Rule[] = [...updates.map(updateRule), ...createOperations.map(creationRule)];

function updateRule(update: Update): Rule {
  const { operation, needs } = update;
  return {
    id: `${operation}.values`,
    sentences: [bodySentence(operation)],
    needs,
    async check(context) {
      const target = await update.open(context);
      const { record } = await target.read();
      const params = { id: target.id };
      for (const field of bodyFieldsOf(operation)) {
        const before = leavesOf(record).get(field.key);
        for (const value of wrongValues(field)) {
          const exchange = await context.service.call(operation, { params, body: { [field.key]: value } });
          if (isSuccess(exchange)) judge(context, exchange, { operation, field, value, before });
        }
      }
    },
  };
}

function creationRule(operation: CreateOperation): Rule {
  return {
    id: `${operation}.values`,
    sentences: [bodySentence(operation)],
    needs: ['writes'],
    async check(context) {
      let converted = 0;
      for (const field of bodyFieldsOf(operation)) {
        // Null in an optional field is like an omitted field: see the policy `nullOnCreate`.
        const values = wrongValues(field).filter((value) => value !== null || field.isRequired);
        for (const value of values) {
          if (converted === maxConverted) return;
          const body = { ...(await context.records.bodyFor(operation)), [field.key]: value };
          const exchange = await context.records.tryCreate(operation, body);
          if (!isSuccess(exchange)) continue;
          converted += 1;
          judge(context, exchange, { operation, field, value, before: undefined });
        }
      }
    },
  };
}

interface WrongValue {
  readonly operation: OperationName;
  readonly field: BodyField;
  readonly value: unknown;
  /** The value of the record before the request. */
  readonly before: unknown;
}

/** Reports a wrong value that was accepted. A value that was converted or ignored contradicts no sentence. */
function judge(context: CheckContext, exchange: Exchange, { operation, field, value, before }: WrongValue): void {
  const data = dataOf(exchange.json);
  const stored = isObject(data) ? leavesOf(data).get(field.key) : undefined;
  // The response may show another text, for example the description of the parent.
  const isConverted =
    (typeof value === 'number' && stored !== value) ||
    (typeof value === 'string' && field.values.includes(value.toLowerCase()) && stored !== value);
  const isIgnored = value === null && (stored !== null || before === null);
  // Responses may have null in place of these, and no sentence says that a request may not.
  const isUnset = value === null && canBeUnset(field.key);
  if (isConverted) context.observe('converts numbers to strings, or values to the stated letter case', exchange);
  else if (isIgnored) context.observe('ignores null in fields that cannot be null', exchange);
  else if (isUnset) context.observe(`accepts null in \`${field.key}\``, exchange);
  else
    context.report(`\`${field.key}\` ${JSON.stringify(value)} was accepted`, exchange, sentenceFor(operation, field));
}

function wrongValues({ key, type, values: stated, isNullable }: BodyField): unknown[] {
  const values: unknown[] = key === 'country' ? ['Germany', 'DEU', 17] : wrongValuesOf(type, stated);
  return isNullable ? values : [...values, null];
}

/** Returns values that no server can convert to the type, except to a text or to the stated letter case. */
function wrongValuesOf(type: BodyField['type'], stated: readonly string[]): unknown[] {
  const [first = ''] = stated;
  if (type === 'string' || type === 'url' || type === 'email') return [17];
  if (type === 'enums') return [['conformance'], [first, 'conformance']];
  return type === 'enum' ? ['conformance', first.toUpperCase()] : ['conformance'];
}

/** Returns the sentence about the body of an operation, with its first fields. */
function bodySentence(operation: OperationName): Sentence {
  const { method, path } = findOperation(operation);
  const [first, second] = bodyFieldsOf(operation).map(({ key, type }) => `\`${key}\` ${names[type]}`);
  return says(sectionOf(operation), `${method} ${path}: body: ${first}, ${second}, …`);
}

function sentenceFor(operation: OperationName, { key, type, values, isNullable }: BodyField): Sentence {
  const allowed = values.length > 0 ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : `, ${names[type]}`;
  return says(sectionOf(operation), `\`${key}\`${allowed}${isNullable ? ' or null' : ''}`);
}
