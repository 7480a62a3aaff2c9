import { service } from '../lib/server/service';

export const load = async () => ({ customers: await service.customers.list() });
