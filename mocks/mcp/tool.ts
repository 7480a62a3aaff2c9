import * as z from 'zod/mini';
import { describeParameter, describeProperties } from '../control-api/openapi-texts.ts';
import { type ControlRoutes, controlRoutes } from '../control-api/routes/index.ts';
import { parseOptions } from '../shared/parse-options.ts';
import type { McpSession } from './session.ts';

/** A tool of the server. Apart from `run`, it has the shape in which the protocol lists it. */
export interface Tool {
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
export function defineTool<Input extends z.ZodMiniObject>(
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
