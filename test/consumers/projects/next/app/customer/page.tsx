import { connection } from 'next/server';
import { Suspense } from 'react';
import { service } from '../../service';
import { Terms } from '../terms';

async function Customer() {
  // Without it, Next.js renders the component during the build.
  await connection();
  const [customer] = await service.customers.list();
  return <h1>{customer?.name}</h1>;
}

export default function Page() {
  return (
    <>
      <Suspense fallback={<p>Loading…</p>}>
        <Customer />
      </Suspense>
      <Terms />
    </>
  );
}
