import { service } from '../service.js';
import { Terms } from './terms.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const customers = await service.customers.list();
  return (
    <>
      <h1>{customers[0].name}</h1>
      <Terms />
    </>
  );
}
