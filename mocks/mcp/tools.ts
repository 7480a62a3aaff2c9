import * as z from 'zod/mini';
import { describeParameter, describeProperties } from '../control-api/openapi-texts.ts';
import { type ControlRoutes, controlRoutes } from '../control-api/routes/index.ts';
import { jsonObject, operation, tableName as table } from '../control-api/schemas.ts';
import { explainFailure } from '../controls/explain-failure.ts';
import { type FaultPreset, faultPresets } from '../controls/faults/fault-presets.ts';
import { faultSchemas } from '../controls/faults/fault-schema.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { assertSnapshotName } from '../snapshots/snapshot-arguments.ts';
import { callOperation, describeOperation, listOperations } from './operations.ts';
import type { McpSession } from './session.ts';

/** The number of records and requests in a list, unless the agent asks for another. */
const defaultLimit = 20;

/** Milliseconds after which a call of the API fails, because a fault may hold it forever. */
const defaultTimeout = 30_000;

const nothing = z.strictObject({});
const id = z.string();
const fields = jsonObject().check(
  z.describe('Values by column. find_records shows the columns of a table, and errors name the wrong ones.'),
);
const { status, fault, hold, sequence } = faultSchemas;

/** The properties of all kinds of faults. The mock checks which ones go together. */
const faultInput = z.strictObject({
  ...status.shape,
  status: z.optional(status.shape.status),
  fault: z.optional(fault.shape.fault),
  hold: z.optional(hold.shape.hold),
  sequence: z.optional(sequence.shape.sequence),
  preset: z.optional(z.enum(Object.keys(faultPresets) as FaultPreset[])),
});

/** All tools. Most of them send one request to the control API. */
export const tools: readonly Tool[] = [
  defineTool('get_status', {
    effect: 'reads',
    description:
      'Returns the base URL of the mock, the URL of its workbench for people, its clock, and the numbers of records by table, of requests and of faults.',
    input: nothing,
    async run(_, session) {
      const [state, clock] = await Promise.all([
        session.control.call('GET /state'),
        session.control.call('GET /clock'),
      ]);
      return { ...session.describeState(state), clock, workbench: session.control.url };
    },
  }),
  defineTool('list_operations', {
    effect: 'reads',
    description: 'Lists the operations of the API, with their methods and paths.',
    input: nothing,
    run: async (_, session) => ({ operations: await listOperations(session) }),
  }),
  defineTool('describe_operation', {
    effect: 'reads',
    description: 'Returns the documentation of an operation: its parameters, body, response and errors.',
    input: z.strictObject({ operation }),
    run: ({ operation: name }, session) => describeOperation(name, session),
  }),
  defineTool('call_operation', {
    effect: 'changes',
    description:
      'Calls an operation of the API as the application would, with a valid token. Returns the response, and explains an error. Faults, policies and rate limits apply.',
    input: z.strictObject({
      operation,
      params: z
        .optional(z.record(z.string(), z.string()))
        .check(z.describe('The parameters of the path, for example {"id": "…"}.')),
      query: z
        .optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
        .check(z.describe('The parameters of the query.')),
      body: z.optional(jsonObject()).check(z.describe('The body, with nested groups or with bracketed keys.')),
      timeout: z
        .optional(wholeNumber(1, 60_000))
        .check(z.describe(`Milliseconds to wait for the response. Default: ${defaultTimeout}.`)),
    }),
    async run({ timeout = defaultTimeout, ...call }, session) {
      const { entry, ...response } = await callOperation({ ...call, timeout }, session);
      return { ...response, request: entry?.id, explanation: entry && explainFailure(entry) };
    },
  }),
  defineTool('find_records', {
    effect: 'reads',
    route: 'POST /db/{table}/query',
    description: `Returns the records of a table that match a query, sorted. Without a limit, the first ${defaultLimit}.`,
    input: z.strictObject({ table, ...controlRoutes['POST /db/{table}/query'].body.schema.shape }),
    run: ({ table: name, limit = defaultLimit, ...query }, { control }) =>
      control.call('POST /db/{table}/query', { params: { table: name }, body: { ...query, limit } }),
  }),
  defineTool('create_record', {
    effect: 'adds',
    route: 'POST /db/{table}',
    description: 'Inserts a record, also with fields that the API does not let its callers set. Returns the record.',
    input: z.strictObject({ table, fields }),
    run: ({ fields: body, ...params }, { control }) => control.call('POST /db/{table}', { params, body }),
  }),
  defineTool('update_record', {
    effect: 'changes',
    route: 'PATCH /db/{table}/{id}',
    input: z.strictObject({ table, id, fields }),
    run: ({ fields: body, ...params }, { control }) => control.call('PATCH /db/{table}/{id}', { params, body }),
  }),
  defineTool('delete_record', {
    effect: 'changes',
    route: 'DELETE /db/{table}/{id}',
    input: z.strictObject({ table, id }),
    run: (params, { control }) => control.call('DELETE /db/{table}/{id}', { params }),
  }),
  defineTool('list_faults', {
    effect: 'reads',
    route: 'GET /faults',
    description:
      'Lists the active faults with the number of calls that each was applied to, and the calls that they delay or hold now.',
    input: nothing,
    async run(_, { control }) {
      const [faults, { calls }] = await Promise.all([control.call('GET /faults'), control.call('GET /faults/waiting')]);
      return { ...faults, waiting: calls };
    },
  }),
  defineTool('add_fault', {
    effect: 'adds',
    route: 'POST /faults',
    description:
      'Injects a failure into calls of the application: a status, a broken connection, a delay, a hold, a sequence of these, or a preset. For example {"on": "products.update", "times": 1, "status": 503}. Returns the id of the fault.',
    input: faultInput,
    // The mock validates it again.
    run: (body, { control }) => control.call('POST /faults', { body: body as { readonly preset: FaultPreset } }),
  }),
  defineTool('remove_faults', {
    effect: 'changes',
    route: 'DELETE /faults/{id}',
    description: 'Removes a fault, or all of them, and lets the calls that they delay or hold continue.',
    input: z.strictObject({
      id: z.optional(id).check(z.describe('The id or the name of a fault. Default: all faults.')),
    }),
    run: ({ id: one }, { control }) =>
      one === undefined ? control.call('DELETE /faults') : control.call('DELETE /faults/{id}', { params: { id: one } }),
  }),
  defineTool('list_requests', {
    effect: 'reads',
    route: 'GET /journal',
    description: `Lists the last requests to the API, oldest first, without headers and bodies. Without a limit, the last ${defaultLimit}.`,
    input: z.strictObject({
      operation: z.optional(operation),
      after: z.optional(wholeNumber(0)),
      limit: z.optional(wholeNumber(1)),
    }),
    run: (query, { control }) =>
      control.call('GET /journal', { query: { limit: defaultLimit, ...query, summary: true } }),
  }),
  defineTool('read_request', {
    effect: 'reads',
    route: 'GET /journal/{id}',
    description:
      'Returns a request and its response with headers and bodies, the reason if it failed, and the records that it changed.',
    input: z.strictObject({ id: wholeNumber(1) }),
    async run({ id: number }, { control }) {
      const params = { id: String(number) };
      const entry = await control.call('GET /journal/{id}', { params });
      const { changes } = await control.call('GET /journal/{id}/changes', { params });
      return { ...entry, explanation: explainFailure(entry), changes };
    },
  }),
  defineTool('change_clock', {
    effect: 'changes',
    route: 'POST /clock',
    input: controlRoutes['POST /clock'].body.schema,
    run: (body, { control }) => control.call('POST /clock', { body }),
  }),
  defineTool('save_state', {
    effect: 'changes',
    route: 'PUT /snapshots/{name}',
    description:
      'Keeps the current records and tokens under a name, in place of an earlier state with this name. Faults and the clock are not part of it.',
    input: z.strictObject({ name: z.string() }),
    async run(params, { control }) {
      // No path can have the names . and .., which the mock would reject.
      assertSnapshotName(params.name);
      return control.call('PUT /snapshots/{name}', { params });
    },
  }),
  defineTool('restore_state', {
    effect: 'changes',
    route: 'POST /snapshots/{name}',
    description: 'Restores a state that save_state kept.',
    input: z.strictObject({ name: z.string() }),
    run: async (params, session) =>
      session.describeState(await session.control.call('POST /snapshots/{name}', { params })),
  }),
  defineTool('reset', {
    effect: 'changes',
    route: 'POST /reset',
    input: nothing,
    run: async (_, session) => session.describeState(await session.control.call('POST /reset')),
  }),
];

/** A tool of the server. Apart from `run`, it has the shape in which the protocol lists it. */
interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: false;
  };
  /** @throws An Error if the arguments are not valid, or if the mock rejects them. */
  run(args: unknown, session: McpSession): Promise<unknown>;
}

interface ToolDefinition<Input extends z.ZodMiniObject> {
  /** Whether the tool only reads, adds something, or may change or remove something. */
  readonly effect: 'reads' | 'adds' | 'changes';
  /** The control route that describes the tool and its arguments. */
  readonly route?: keyof ControlRoutes;
  /** Default: the description of the route. */
  readonly description?: string;
  readonly input: Input;
  readonly run: (input: z.output<Input>, session: McpSession) => Promise<unknown>;
}

/** Defines a tool. Its arguments have the descriptions of its route, unless their schemas have others. */
function defineTool<Input extends z.ZodMiniObject>(
  name: string,
  { effect, route, description, input, run }: ToolDefinition<Input>,
): Tool {
  const described = route && controlRoutes[route];
  return {
    name,
    description: description ?? described?.description ?? '',
    inputSchema: describeInput(input, described?.name ?? ''),
    annotations: { readOnlyHint: effect === 'reads', destructiveHint: effect === 'changes', openWorldHint: false },
    run: async (args, session) => run(parseOptions(input, args ?? {}, name), session),
  };
}

function describeInput(input: z.ZodMiniObject, route: string): Tool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { unrepresentable: 'any' });
  const texts = describeProperties(route);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const description = texts[name] ?? describeParameter(route, name);
    if (typeof property === 'object' && description !== undefined) property.description ??= description;
  }
  return { ...schema, type: 'object' };
}
