import { service } from '../service.ts';
import { Terms } from './terms.tsx';

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
