'use client';

import { MasterDataClient } from 'masterdata-sdk';
import { useEffect, useState } from 'react';

// The route handler below adds the token.
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
  const [terms, setTerms] = useState([]);
  useEffect(() => {
    void startMock()
      .then(() => client.paymentTerms.list())
      .then(setTerms);
  }, []);
  return (
    <ul>
      {terms.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
