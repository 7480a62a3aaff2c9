import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';

/** Ids of records that the workspace lacks are absent. */
const id = z.optional(z.string());

export const fixtureRoutes = defineRoutes({
  'GET /fixtures': {
    name: 'fixtures.get',
    description: 'Returns the ids of existing records that the conformance kit may change, for its fixtures file.',
    response: z.object({ contact: id, category: id, deletableCategory: id, discountedCategory: id }),
  },
});

/** Handles the fixtures. */
export function handleFixtures({ db, workspace, policies }: MockServer): ControlHandlers<typeof fixtureRoutes> {
  return {
    'GET /fixtures'() {
      const isOwn = (row: { workspace_id: string }) => row.workspace_id === workspace;
      const format = (id: string | undefined) => (policies.idCase === 'upper' ? id?.toUpperCase() : id);
      const live = db.categories.list().filter((category) => isOwn(category) && category.deleted_at === null);
      const discounts = db.discounts.list().filter((discount) => isOwn(discount) && discount.is_active);
      const discounted = new Set(discounts.flatMap(({ category_ids }) => category_ids));
      const free = live.filter(({ id }) => !discounted.has(id));
      return {
        contact: format(db.contacts.list().find(isOwn)?.id),
        category: format(free[0]?.id),
        deletableCategory: format(free.length > 1 ? free.at(-1)?.id : undefined),
        discountedCategory: format(live.find(({ id }) => discounted.has(id))?.id),
      };
    },
  };
}
