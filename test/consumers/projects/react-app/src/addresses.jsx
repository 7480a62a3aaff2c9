import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressForm } from './address-form.jsx';
import { client } from './client.js';

export function Addresses() {
  const [edited, setEdited] = useState();
  const queryClient = useQueryClient();
  const customers = useQuery({
    queryKey: ['customers'],
    queryFn: ({ signal }) => client.customers.list({}, { signal }),
  });
  const customerId = customers.data?.[0]?.id;
  const addresses = useQuery({
    queryKey: ['addresses', { customer_id: customerId }],
    queryFn: ({ signal }) => client.addresses.list({ customer_id: customerId }, { signal }),
    enabled: customerId !== undefined,
  });
  const save = useMutation({
    mutationFn: ({ type, address_line1, city, postal_code, country }) => {
      const fields = { type, address_line1, city, postal_code, country };
      return edited?.id
        ? client.addresses.update(edited.id, fields)
        : client.addresses.create({ ...fields, customer_id: customerId });
    },
    onSuccess: () => {
      setEdited(undefined);
      return queryClient.invalidateQueries({ queryKey: ['addresses'] });
    },
  });

  const error = customers.error ?? addresses.error;
  if (error) return <p role="alert">{error.message}</p>;
  if (!addresses.data) return <p>Loading…</p>;
  if (edited) return <AddressForm address={edited} onSave={save.mutateAsync} />;
  return (
    <>
      <h1>{customers.data[0].name}</h1>
      <ul>
        {addresses.data.map((address) => (
          <li key={address.id}>
            {address.address_line1}, {address.city}
            <button type="button" onClick={() => setEdited(address)}>
              Edit
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setEdited({ customer_id: customerId, type: 'billing' })}>
        New address
      </button>
    </>
  );
}
