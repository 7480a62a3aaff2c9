import { defineRoutes } from '../define-routes.ts';
import type { EventHub } from '../events/event-hub.ts';

/** The events of the mock. */
export function eventRoutes(hub: EventHub) {
  return defineRoutes({
    'GET /events': ({ lastEventId }) => ({ events: hub.open(lastEventId) }),
  });
}
