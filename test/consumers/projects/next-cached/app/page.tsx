import { service } from '../service';

async function listCustomers() {
  'use cache';
  return service.customers.list();
}

/** Next.js calls the service during the build, and keeps the result. */
export default async function Page() {
  const customers = await listCustomers();
  return (
    <ul>
      {customers.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
