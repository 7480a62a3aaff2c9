import { MasterDataClient } from 'masterdata-sdk';
import { useRevalidator } from 'react-router';
import { service } from '../service.server';
import type { Route } from './+types/home';

// On the server, with the token.
export const loader = () => service.customers.list();

// In the page. The route below /masterdata adds the token.
const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const add = async () => {
    await client.customers.create({ name: 'Acme', type: 'company' });
    await revalidate();
  };
  return (
    <>
      <ul>
        {loaderData.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={add}>
        Add
      </button>
    </>
  );
}
