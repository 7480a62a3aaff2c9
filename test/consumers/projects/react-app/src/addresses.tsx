import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressListItem } from 'masterdata-sdk';
import { useState } from 'react';
import { AddressForm, type AddressValues } from './address-form';
import { client } from './client';

export function Addresses() {
  /** The address in the form. A new one has no id yet. */
  const [edited, setEdited] = useState<Partial<AddressListItem>>();
  const queryClient = useQueryClient();
  const customers = useQuery({
    queryKey: ['customers'],
    queryFn: ({ signal }) => client.customers.list({}, { signal }),
  });
  const customer = customers.data?.[0];
  const addresses = useQuery({
    queryKey: ['addresses', { customer_id: customer?.id }],
    queryFn: ({ signal }) => client.addresses.list({ customer_id: customer?.id }, { signal }),
    enabled: customer !== undefined,
  });
  const save = useMutation({
    mutationFn: async (values: AddressValues) => {
      if (edited?.id) await client.addresses.update(edited.id, values);
      else if (customer) await client.addresses.create({ ...values, customer_id: customer.id });
    },
    onSuccess: () => {
      setEdited(undefined);
      return queryClient.invalidateQueries({ queryKey: ['addresses'] });
    },
  });

  const error = customers.error ?? addresses.error;
  if (error) return <p role="alert">{error.message}</p>;
  if (!customer || !addresses.data) return <p>Loading…</p>;
  if (edited) return <AddressForm address={edited} onSave={save.mutateAsync} />;
  return (
    <>
      <h1>{customer.name}</h1>
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
      <button type="button" onClick={() => setEdited({})}>
        New address
      </button>
    </>
  );
}
