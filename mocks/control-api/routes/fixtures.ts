import type { MockServer } from '../../engine/create-mock-server.ts';
import { defineRoutes, ok } from '../define-routes.ts';

/** Existing records that the conformance kit may change. */
export function fixtureRoutes(mock: MockServer) {
  return defineRoutes({ 'GET /fixtures': () => ok(findFixtures(mock)) });
}

/** Returns the ids for a fixtures file of the conformance kit. Omits ids of records that the workspace lacks. */
function findFixtures({ db, workspace, policies }: MockServer) {
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
}
