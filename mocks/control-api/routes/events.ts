import * as z from 'zod/mini';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import type { EventHub } from '../events/event-hub.ts';
import { changedSettings, type MockEvent, rowChange } from '../events/mock-event.ts';
import { list } from '../schemas.ts';
import { journalSummary } from './journal.ts';

const event: z.ZodMiniType<MockEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('request'), requests: list(journalSummary), omitted: z.number() }),
  z.object({ type: z.literal('change'), rows: list(rowChange), omitted: z.number() }),
  z.object({ type: z.literal('settings'), names: list(z.enum(changedSettings)) }),
  z.object({ type: z.literal('reset') }),
]);

export const eventRoutes = defineRoutes({
  'GET /events': {
    name: 'events.read',
    description: 'Sends what happens in the mock as server-sent events, whose data is the event without its type.',
    response: event,
    isStream: true,
  },
});

/** Handles the events of the mock. */
export function handleEvents(hub: EventHub): ControlHandlers<typeof eventRoutes> {
  return { 'GET /events': ({ lastEventId }) => hub.open(lastEventId) };
}
