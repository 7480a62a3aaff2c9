import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LogLevel } from '../../src/types/logger.ts';
import { contact, customer, ids } from './records.ts';
import { connect, listen, rejection, serve } from './server.ts';

const ok = { headers: { 'x-request-id': 'req_1' }, json: { success: true, data: contact } };
const busy = { status: 503, headers: { 'retry-after': '0' } };
const title = `contacts.update: PATCH /api/contacts/${ids.contact}`;

/** Returns the log of a PATCH that succeeds at the second attempt, and of a GET that fails. */
async function logged(logLevel: LogLevel | undefined, redactedFields?: string[]): Promise<string[]> {
  const server = await serve(busy, ok, { status: 404, json: { success: false, error: 'Contact not found' } });
  const { logger, lines } = listen();
  const client = connect(server, { logger, logLevel, redactedFields });
  await client.contacts.update(ids.contact, { email: 'ada@example.com', phone: null, role: ['buyer'] });
  await rejection(client.contacts.get(ids.contact));
  return lines.map((line) => line.replace(' [masterdata-sdk] ', ': ').replace(/\d+ ms/, 'N ms'));
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the log', () => {
  test.each(['warn', 'error', 'off', undefined] as const)(
    'is empty at level %s if the call succeeds',
    async (level) => {
      expect(await logged(level)).toEqual([]);
    },
  );

  const atInfo = [
    `info: ${title} returned 503 in N ms (attempt 1)`,
    `info: ${title} is retried after 503 and N ms`,
    `info: ${title} returned 200 in N ms (attempt 2, request req_1)`,
    `info: contacts.get: GET /api/contacts/${ids.contact} returned 404 in N ms (attempt 1)`,
    `info: contacts.get: GET /api/contacts/${ids.contact} failed in N ms: NotFoundError`,
  ];

  test('has a line for each attempt, retry and failure at level info', async () => {
    expect(await logged('info')).toEqual(atInfo);
  });

  test('does not change the outcome of a call at level off', async () => {
    const fail = () => {
      throw new Error('disk full');
    };
    const server = await serve(busy, ok, { json: { success: true, data: [], next: 2 } });
    const cooldown = { remaining: () => 0, start: () => 0, succeeded: fail };
    const hooks = { onResponse: fail, onRetry: fail, onError: fail };
    const client = connect(server, { logLevel: 'off', shouldRetry: fail, hooks });
    expect(await rejection(client.contacts.get(ids.contact))).toMatchObject({ name: 'ServerError', attempts: 1 });
    expect(await client.contacts.get(ids.contact, { cooldown })).toEqual(contact);
    expect(await client.customers.list()).toEqual([]);
  });

  test('has the bodies at level debug, without personal data', async () => {
    const lines = await logged('debug');
    expect(lines.filter((line) => line.startsWith('info'))).toEqual(atInfo);
    expect(lines).toContain(
      `debug: ${title} request (attempt 1): {"email":"[redacted]","phone":null,"role":["buyer"]}`,
    );
    expect(lines).toContain(`debug: ${title} response: no body`);
    expect(lines.join('\n')).toContain(`"email":"[redacted]"`);
    expect(lines.join('\n')).toContain(`"id":"${ids.contact}"`);
    expect(lines.join('\n')).toContain(`{"success":false,"error":"Contact not found"}`);
    for (const secret of [contact.email, contact.first_name, contact.last_name]) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  test('omits the fields of redactedFields, also in brackets', async () => {
    const text = (await logged('debug', ['role'])).join('\n');
    expect(text).toContain('{"email":"ada@example.com","phone":null,"role":"[redacted]"}');
    const server = await serve(ok);
    const { logger, lines } = listen();
    const client = connect(server, { logger, logLevel: 'debug', redactedFields: ['sku'], validation: {} });
    await client.products.update(ids.product, { inventory: { sku: 'A-1' }, name: 'Desk' });
    expect(lines[0]).toContain('{"inventory[sku]":"[redacted]","name":"Desk"}');
  });

  test('omits fields at any depth, shortens long bodies, and omits text that is not JSON', async () => {
    const list = Array.from({ length: 1000 }, () => ({ ...customer, tax_ids: [{ tax: 'vat', tax_value: 'DE1' }] }));
    const server = await serve({ json: { success: true, data: list } }, { body: '<p>Ada Byron</p>' });
    const { logger, lines } = listen();
    const client = connect(server, { logger, logLevel: 'debug', validation: { responses: 'off' } });
    await client.customers.list();
    await rejection(client.customers.list());
    const text = lines.join('\n');
    expect(text).not.toMatch(/Acme|DE1|Byron/);
    expect(text).toContain('"tax_ids":"[redacted]"');
    expect(text).toContain('16 characters that are not JSON');
    expect(text.length).toBeLessThan(20_000);
  });

  test('uses the level of the environment by default', async () => {
    vi.stubEnv('MASTERDATA_LOG', 'info');
    expect(await logged(undefined)).toEqual(atInfo);
    expect(await logged('off')).toEqual([]);
    vi.stubEnv('MASTERDATA_LOG', '');
    expect(await logged(undefined)).toEqual([]);
  });

  test('rejects an unknown level', async () => {
    const server = await serve(ok);
    vi.stubEnv('MASTERDATA_LOG', 'verbose');
    expect(() => connect(server)).toThrow('logLevel: must be debug, info, warn, error or off, received verbose');
  });
});
