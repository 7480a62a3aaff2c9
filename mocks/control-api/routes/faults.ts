import * as z from 'zod/mini';
import type { Fault } from '../../controls/faults/fault-kinds.ts';
import { type FaultPreset, faultPresets, readFault } from '../../controls/faults/fault-presets.ts';
import { responseEditSchema } from '../../controls/faults/fault-response.ts';
import { faultSchemas } from '../../controls/faults/fault-schema.ts';
import type { FaultEntry } from '../../controls/faults/mock-faults.ts';
import type { WaitingCall } from '../../controls/faults/waiting-calls.ts';
import { defaultTimeout } from '../../controls/mock-journal.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { sleep } from '../../shared/time.ts';
import { type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { journalResponse, list, operation, parseWholeNumber, timeout } from '../schemas.ts';

const presetNames = Object.keys(faultPresets) as readonly FaultPreset[];
const faultSchema: z.ZodMiniType<Fault> = z.union(Object.values(faultSchemas));

const added = { id: z.string(), hits: z.number(), waiting: z.number() };
const { status, fault, hold, sequence, delay } = faultSchemas;
const faultEntry: z.ZodMiniType<FaultEntry> = z.union([
  z.object({ ...status.shape, ...added }),
  z.object({ ...fault.shape, ...added }),
  z.object({ ...hold.shape, ...added }),
  z.object({ ...sequence.shape, ...added }),
  z.object({ ...delay.shape, ...added }),
]);

const faults = z.object({ faults: list(faultEntry) });

const waitingCall: z.ZodMiniType<WaitingCall> = z.object({
  id: z.number(),
  faults: list(z.string()),
  isHeld: z.boolean(),
  operation: z.optional(operation),
  method: z.string(),
  url: z.string(),
  workspace: z.string(),
  response: z.optional(journalResponse),
  since: z.number(),
});

export const faultRoutes = defineRoutes({
  'GET /faults': {
    name: 'faults.list',
    description: 'Lists the active faults, with the number of calls that each was applied to.',
    response: faults,
  },
  'GET /faults/waiting': {
    name: 'faults.waiting',
    description: 'Lists the calls that faults are delaying or holding.',
    response: z.object({ calls: list(waitingCall) }),
  },
  'POST /faults/waiting/{call}/release': {
    name: 'faults.release',
    description: 'Lets one waiting call continue, with changes of its response if it is held.',
    body: optionalBody(responseEditSchema, 'response'),
    response: z.object({ calls: list(waitingCall) }),
  },
  'POST /faults': {
    name: 'faults.add',
    description: 'Adds a fault, or the faults of a preset.',
    body: {
      schema: z.union([faultSchema, z.strictObject({ preset: z.enum(presetNames) })]),
      isOptional: false,
      // The mock knows its operations.
      parse: (json) => readFault(json, 'any'),
    },
    status: 201,
    response: z.object({ id: z.string() }),
  },
  'DELETE /faults': {
    name: 'faults.clear',
    description: 'Removes all faults, and lets the calls that they delay or hold continue.',
    response: faults,
  },
  'DELETE /faults/{id}': {
    name: 'faults.remove',
    description: 'Removes the faults with an id, and lets the calls that they delay or hold continue.',
    response: faults,
  },
  'POST /faults/{id}/reset': {
    name: 'faults.reset',
    description:
      'Starts the faults with an id or name again: their counters are 0, and sequences are at the first step.',
    response: faults,
  },
  'GET /faults/{id}/reached': {
    name: 'faults.reached',
    description:
      'Returns the number of calls that a fault delays or holds, as soon as there is one or after the timeout.',
    query: z.object({ timeout }),
    response: z.object({ waiting: z.number() }),
  },
});

/** Handles faults, and waits for held calls. */
export function handleFaults({ faults }: MockServer): ControlHandlers<typeof faultRoutes> {
  return {
    'GET /faults': () => ({ faults: faults.list() }),
    'GET /faults/waiting': () => ({ calls: faults.waiting() }),
    'POST /faults/waiting/{call}/release': ({ params: { call }, body }) => {
      const edit = Object.keys(body).length > 0 ? body : undefined;
      if (!faults.release(parseWholeNumber(call), edit)) throw notFound(`Waiting call ${call} not found`);
      return { calls: faults.waiting() };
    },
    'POST /faults': ({ body }) => ({ id: faults.add(body).id }),
    'DELETE /faults': () => {
      faults.clear();
      return { faults: [] };
    },
    'DELETE /faults/{id}': ({ params: { id } }) => {
      if (!faults.remove(id)) throw notFound(`Fault ${id} not found`);
      return { faults: faults.list() };
    },
    'POST /faults/{id}/reset': ({ params: { id } }) => {
      if (!faults.reset(id)) throw notFound(`Fault ${id} not found`);
      return { faults: faults.list() };
    },
    'GET /faults/{id}/reached': async ({ params: { id }, query: { timeout = defaultTimeout }, signal }) => {
      const reached = faults.reached(id);
      if (!reached) throw notFound(`Fault ${id} not found`);
      const done = new AbortController();
      const end = () => done.abort();
      void reached.then(end);
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
      await sleep(timeout, done.signal);
      const waiting = faults.list().filter((fault) => fault.id === id);
      return { waiting: waiting.reduce((sum, fault) => sum + fault.waiting, 0) };
    },
  };
}
