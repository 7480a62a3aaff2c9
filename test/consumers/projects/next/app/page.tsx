import { service } from '../service';
import { Terms } from './terms';

// Without it, Next.js renders the page during the build.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const [customer] = await service.customers.list();
  return (
    <>
      <h1>{customer?.name}</h1>
      <Terms />
    </>
  );
}
