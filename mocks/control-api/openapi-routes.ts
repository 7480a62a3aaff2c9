import * as z from 'zod/mini';
import type { MockServer } from '../engine/create-mock-server.ts';
import { parameterNames } from '../shared/router.ts';
import { metadata, tableNames } from '../store/metadata.ts';
import { type ControlRoute, type ControlRouteTable, root } from './define-routes.ts';
import { errorBody } from './errors.ts';
import { describeOperations } from './openapi-own-operations.ts';
import { describeParameter, describeProperties, describeTag, introduction } from './openapi-texts.ts';
import { journalEntry, journalSummary } from './routes/journal.ts';
import { row, rowFields } from './schemas.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Describes routes of the control API as an OpenAPI 3.1 document.
 *
 * @param serverUrl The URL before `/__mock/`.
 * @param mock Your own operations, which the document contains, and their base URL.
 */
export function describeRoutes(
  routes: ControlRouteTable,
  serverUrl: string,
  mock?: Pick<MockServer, 'operations' | 'baseUrl'>,
) {
  const names = nameSchemas(Object.values(routes));
  const refer = (schema: z.ZodMiniType) => ({ schema: { $ref: refTo(names.get(schema) ?? '') } });
  const failure = { description: 'The error.', content: { 'application/json': refer(errorBody) } };
  const describe = ([path, route]: [string, ControlRoute]) => ({
    operationId: route.name,
    tags: [tagOf(route)],
    summary: route.description.replace(/\.$/, ''),
    parameters: [...pathParameters(path, route), ...queryParameters(route)],
    ...(route.body && {
      requestBody: { required: !route.body.isOptional, content: { 'application/json': refer(route.body.schema) } },
    }),
    responses: {
      [route.status ?? 200]: {
        description: 'Success.',
        content: {
          [route.isStream ? 'text/event-stream' : 'application/json']: refer(route.response),
          ...Object.fromEntries((route.textTypes ?? []).map((type) => [type, { schema: { type: 'string' } }])),
        },
      },
      '4XX': failure,
      '5XX': failure,
    },
  });
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const entry of Object.entries(routes)) {
    const [method = '', path = ''] = entry[0].split(' ');
    const at = (root + path).replace(/\/$/, '');
    paths[at] = { ...paths[at], [method.toLowerCase()]: describe(entry) };
  }
  const own = mock ? describeOperations(serverUrl, mock) : {};
  Object.assign(paths, own);
  const schemas = convertAll(names);
  for (const { name, body } of Object.values(routes)) {
    const schema = body && schemas[names.get(body.schema) ?? ''];
    if (schema) addDescriptions(schema, describeProperties(name));
  }
  return {
    openapi: '3.1.1' as const,
    info: {
      title: 'Control API of the mock',
      version: '1',
      summary: 'Records, faults, the clock, tokens, policies, the journal and snapshots of a running mock.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'The server that returned this document.' }],
    security: [{}, { controlToken: [] }],
    tags: [...new Set(Object.values(routes).map(tagOf))].map((name) => ({ name, description: describeTag(name) })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The control token. Programs on the machine of the server may not need it.',
        },
        ...(Object.keys(own).length > 0 && {
          apiToken: { type: 'http' as const, scheme: 'bearer', description: 'A token of the API.' },
        }),
      },
    },
  };
}

/** Returns the first part of the name of a route. */
function tagOf({ name }: ControlRoute): string {
  return name.replace(/\..*/, '');
}

/** Names the schemas of bodies and responses. A schema of several routes has the name of the first. */
function nameSchemas(routes: readonly ControlRoute[]): ReadonlyMap<z.ZodMiniType, string> {
  const shared: [string, z.ZodMiniType][] = [
    ['Error', errorBody],
    ['Row', row],
    ['RowFields', rowFields],
    ['JournalEntry', journalEntry],
    ['JournalSummary', journalSummary],
    ...tableNames.map((name): [string, z.ZodMiniType] => [`${toPascalCase(name)}Row`, metadata[name].row]),
    ...tableNames.map((name): [string, z.ZodMiniType] => [`${toPascalCase(name)}Fields`, metadata[name].changes]),
  ];
  const ofRoutes = routes.flatMap(({ name, body, response }): [string, z.ZodMiniType][] => [
    ...(body ? [[`${toPascalCase(name)}Request`, body.schema] as [string, z.ZodMiniType]] : []),
    [`${toPascalCase(name)}Response`, response],
  ]);
  const names = new Map<z.ZodMiniType, string>();
  for (const [name, schema] of [...shared, ...ofRoutes]) if (!names.has(schema)) names.set(schema, name);
  return names;
}

/** `faults.add` is `FaultsAdd`. */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Adds descriptions to the properties of a schema, and of the alternatives of a union. */
function addDescriptions({ properties, anyOf = [] }: JsonSchema, texts: Readonly<Record<string, string>>): void {
  for (const [name, property] of Object.entries(properties ?? {})) {
    const description = texts[name];
    if (typeof property === 'object' && description !== undefined) property.description = description;
  }
  for (const each of anyOf) if (typeof each === 'object') addDescriptions(each, texts);
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function pathParameters(path: string, { name: route, params }: ControlRoute) {
  return parameterNames(path).map((name) => {
    const schema = params?.[name];
    const description = describeParameter(route, name);
    return { name, in: 'path', required: true, description, schema: schema ? convert(schema) : { type: 'string' } };
  });
}

function queryParameters({ name: route, query }: ControlRoute) {
  if (query?.def.catchall) {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    return [{ name: 'fields', in: 'query', description: 'Values by column.', style: 'form', explode: true, schema }];
  }
  return Object.entries<z.core.$ZodType>(query?.shape ?? {}).map(([name, schema]) => {
    const required = !z.safeParse(schema, undefined).success;
    return { name, in: 'query', required, description: describeParameter(route, name), schema: convert(schema) };
  });
}

const conversion = {
  io: 'output',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema }) {
    const { type } = zodSchema._zod.def;
    // A property that must be absent.
    if (type === 'undefined') jsonSchema.not = {};
    // The type is read-only, and not the property.
    if (type === 'readonly') delete jsonSchema.readOnly;
  },
} as const;

function convert(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, conversion);
  return json;
}

/** Converts named schemas, which refer to each other. */
function convertAll(names: ReadonlyMap<z.ZodMiniType, string>): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri: refTo });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _, $id: __, ...json }]) => [name, json]));
}
