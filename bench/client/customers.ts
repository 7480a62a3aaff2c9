const pad = (number: number): string => number.toString(16).padStart(12, '0');

/** Creates a customer as Get Customer returns it. The same number gives the same customer. */
export function customer(number: number) {
  const { name, ...rest } = listed(number);
  return { name, tax_ids: [{ tax: 'eu_vat', tax_value: `DE${100_000_000 + number}` }], ...rest };
}

/** Creates a customer as List Customers returns it. */
export function listed(number: number) {
  return {
    id: `7d3e2c1b-5a49-4f38-8b27-${pad(number)}`,
    workspace_id: '0d3e2c1b-5a49-4f38-8b27-16a5c4d3e2f1',
    name: number % 10 === 0 ? `Söhne & Töchter ${number} GmbH` : `Customer ${number} Ltd`,
    type: number % 3 === 0 ? 'individual' : 'company',
    segment_id: number % 4 === 0 ? `5d3e2c1b-5a49-4f38-8b27-${pad(number % 7)}` : null,
    logo: number % 2 === 0 ? `https://assets.example.com/logos/${number}.svg` : null,
    id_crm: `C-${number}`,
    id_erp: String(70_000 + number),
    id_accounting: null,
    contact_ids: [`3d3e2c1b-5a49-4f38-8b27-${pad(number)}`, `3e3e2c1b-5a49-4f38-8b27-${pad(number)}`],
    address_ids: [`9d3e2c1b-5a49-4f38-8b27-${pad(number)}`],
    created_at: new Date(1_767_225_600_000 + number * 1000).toISOString(),
    updated_at: new Date(1_767_225_600_000 + number * 2000).toISOString(),
  };
}
