import type { MockServer } from '../../engine/create-mock-server.ts';
import { created, defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { parseTimeout } from '../query.ts';
import { readFault } from '../schemas.ts';
import { waitUntilSettled } from './wait.ts';

/** Adds, lists and removes faults, and waits for held calls. */
export function faultRoutes({ faults }: MockServer) {
  return defineRoutes({
    'GET /faults': () => ok({ faults: faults.list() }),
    'POST /faults': ({ json }) => created({ id: faults.add(readFault(json)).id }),
    'DELETE /faults': () => {
      faults.clear();
      return ok({ faults: [] });
    },
    'DELETE /faults/{id}': ({ params: { id } }) => {
      if (!faults.remove(id)) throw notFound(`Fault ${id} not found`);
      return ok({ faults: faults.list() });
    },
    'GET /faults/{id}/reached?timeout': async ({ params: { id }, query, signal }) => {
      const reached = faults.reached(id);
      if (!reached) throw notFound(`Fault ${id} not found`);
      await waitUntilSettled(reached, parseTimeout(query), signal);
      const waiting = faults.list().filter((fault) => fault.id === id);
      return ok({ waiting: waiting.reduce((sum, fault) => sum + fault.waiting, 0) });
    },
  });
}
