'use client';

import { MasterDataClient, type PaymentTerm } from 'masterdata-sdk';
import { useEffect, useState } from 'react';

// The route handler adds the token.
const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });

/** Starts the worker in the page. Without it, requests reach the route handler. */
async function startMock() {
  if (process.env.NEXT_PUBLIC_MOCK !== '1') return;
  const { setupMockWorker } = await import('masterdata-sdk/mock/browser');
  const { createMockServer, demo } = await import('masterdata-sdk/mock');
  const mock = createMockServer({ baseUrl: '/masterdata', token: 'dev', seed: demo });
  await setupMockWorker(mock, { token: 'dev' }).start();
}

export function Terms() {
  const [terms, setTerms] = useState<PaymentTerm[]>([]);
  useEffect(() => {
    void startMock()
      .then(() => client.paymentTerms.list())
      .then(setTerms);
  }, []);
  return (
    <ul>
      {/* The specification documents no fields of payment terms. */}
      {terms.map(({ id, name }) => (
        <li key={String(id)}>{String(name)}</li>
      ))}
    </ul>
  );
}
