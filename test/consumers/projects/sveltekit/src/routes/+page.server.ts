import { service } from '#lib/server/service.ts';

export const load = async () => ({ customers: await service.customers.list() });
