import { type CustomerListItem, MasterDataClient, type Result } from 'masterdata-sdk';
import { useEffect, useState } from 'react';

const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });

export function Customers() {
  const [outcome, setOutcome] = useState<Result<CustomerListItem[]>>();
  useEffect(() => {
    void client.customers.list().result().then(setOutcome);
  }, []);
  if (!outcome) return <p>Loading…</p>;
  if (!outcome.ok) return <p role="alert">Try again later</p>;
  return (
    <ul>
      {outcome.data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
