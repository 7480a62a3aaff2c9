import { isObject } from '../../shared/json.ts';
import { typeOf } from '../json.ts';

/** A call of the kit and its response, without ids, times and tokens. */
export interface RecordedExchange {
  /** The rule or policy that made the call, or `records` for records that several of them use. */
  readonly check: string;
  /** Method and path: `GET /api/customers/{id}`. */
  readonly call: string;
  /** The token: `main`, `second`, `limited`, `invalid` or `none`. */
  readonly token: string;
  /** The JSON of the request, redacted by default. */
  readonly requestBody?: unknown;
  /** The status; 0 if there was no response. */
  readonly status: number;
  /** The media type of the response. */
  readonly contentType: string;
  /** The JSON or text of the response, redacted by default. */
  readonly responseBody?: unknown;
}

/** The properties that the responses to a call of a check have in common. */
export interface CallShape {
  readonly check: string;
  readonly call: string;
  readonly token: string;
  /** Statuses, media types and error texts, each with the first exchange that has it. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The fields of each object, with the types of their values and the first exchange. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, FieldShape>>;
}

interface FieldShape {
  readonly types: Set<string>;
  readonly index: number;
}

/** A difference between two shapes of a call. */
export interface ShapeDifference {
  readonly message: string;
  /** The exchange that shows it. */
  readonly index: number;
}

/** Groups exchanges by check and call, so that the number of records on a server does not matter. */
export function describeCalls(exchanges: readonly RecordedExchange[]): ReadonlyMap<string, CallShape> {
  const shapes = new Map<string, CallShape & { outcomes: Map<string, number> }>();
  for (const [index, exchange] of exchanges.entries()) {
    const { check, call, token, requestBody } = exchange;
    const keys = isObject(requestBody) ? Object.keys(requestBody).sort() : [];
    const key = JSON.stringify([check, call, token, keys]);
    const shape = shapes.get(key) ?? { check, call, token, outcomes: new Map(), objects: new Map() };
    shapes.set(key, shape);
    const outcome = outcomeOf(exchange);
    if (!shape.outcomes.has(outcome)) shape.outcomes.set(outcome, index);
    addShape(exchange.responseBody, '', index, shape.objects as Map<string, Map<string, FieldShape>>);
  }
  return shapes;
}

function outcomeOf({ status, contentType, responseBody }: RecordedExchange): string {
  const error =
    isObject(responseBody) && typeof responseBody['error'] === 'string' ? ` "${responseBody['error']}"` : '';
  return status === 0 ? 'no response' : `status ${status}${error}${contentType === '' ? '' : `, ${contentType}`}`;
}

function addShape(value: unknown, path: string, index: number, objects: Map<string, Map<string, FieldShape>>): void {
  if (Array.isArray(value)) for (const item of value) addShape(item, `${path}[]`, index, objects);
  if (!isObject(value)) return;
  const fields = objects.get(path) ?? new Map<string, FieldShape>();
  objects.set(path, fields);
  for (const [name, item] of Object.entries(value)) {
    const field = fields.get(name) ?? { types: new Set(), index };
    fields.set(name, field);
    field.types.add(typeOf(item));
    // The details of an error depend on the fields that were sent.
    if (name !== 'details') addShape(item, path === '' ? name : `${path}.${name}`, index, objects);
  }
}

/** Returns what differs from a recorded call. */
export function compareCalls(recorded: CallShape, received: CallShape): ShapeDifference[] {
  const differences: ShapeDifference[] = [];
  const known = [...recorded.outcomes.keys()];
  for (const [outcome, index] of received.outcomes) {
    if (!known.includes(outcome))
      differences.push({ message: `${outcome}, the recording has ${known.join(' and ')}`, index });
  }
  if (differences.length > 0) return differences;
  for (const [path, fields] of received.objects) {
    const expected = recorded.objects.get(path);
    if (expected) differences.push(...compareFields(path, expected, fields));
  }
  return differences;
}

function compareFields(
  path: string,
  recorded: ReadonlyMap<string, FieldShape>,
  received: ReadonlyMap<string, FieldShape>,
): ShapeDifference[] {
  const nameOf = (field: string) => `\`${path === '' ? field : `${path}.${field}`}\``;
  const [first = { index: 0 }] = received.values();
  const differences: ShapeDifference[] = [];
  for (const field of recorded.keys()) {
    if (!received.has(field)) differences.push({ message: `${nameOf(field)} is missing`, index: first.index });
  }
  for (const [field, { types, index }] of received) {
    const expected = recorded.get(field);
    if (!expected) differences.push({ message: `${nameOf(field)} is not in the recording`, index });
    else if (!isCompatible(expected.types, types)) {
      const message = `${nameOf(field)} is ${[...types].join(' or ')}, the recording has ${[...expected.types].join(' or ')}`;
      differences.push({ message, index });
    }
  }
  return differences;
}

/** Records differ in the values that are null, so null says nothing. */
function isCompatible(recorded: ReadonlySet<string>, received: ReadonlySet<string>): boolean {
  const known = [...recorded].filter((type) => type !== 'null');
  return known.length === 0 || [...received].every((type) => type === 'null' || known.includes(type));
}
