import { expect, test } from 'vitest';
import type { MockPolicies } from '../../../mocks/index.ts';
import { detail } from '../../sample.ts';
import { copiedText, downloadedText, expectAccessible, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('stops, advances, sets and resumes the clock', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/time');
  await page.getByText('follows the system time').waitFor();
  await page.getByRole('button', { name: 'Stop now' }).click();
  await page.getByText('stopped', { exact: true }).waitFor();
  await page.locator('.bar').getByText('Clock stopped').waitFor();
  const before = await mock.clock.now();
  await page.getByRole('button', { name: '1 day' }).click();
  await expect.poll(() => mock.clock.now()).toBe(before + 86_400_000);
  await page.getByLabel('Stop the clock at').fill('tomorrow');
  await page.getByText('must be a date').waitFor();
  await page.getByLabel('Stop the clock at').fill('2031-05-04T03:02:01Z');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('2031-05-04T03:02:01.000Z').first().waitFor();
  expect(await mock.clock.now()).toBe(Date.parse('2031-05-04T03:02:01Z'));
  for (const text of ['5', '2026-02-30', '2026-02-30T00:00:00Z', 'tomorrow']) {
    await page.getByLabel('Stop the clock at').fill(text);
    expect(await page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
  }
  await page.getByLabel('Stop the clock at').fill('20310504T0302+0100');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => mock.clock.now()).toBe(Date.parse('2031-05-04T02:02:00Z'));
  await page.getByLabel('Stop the clock at').fill('  2032-02-29 ');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => mock.clock.now()).toBe(Date.parse('2032-02-29'));
  await page.getByRole('button', { name: 'Resume the clock' }).click();
  await page.getByText('follows the system time').waitFor();
  await page.locator('.bar').getByText('Clock stopped').waitFor({ state: 'detached' });
  await page.getByLabel('By', { exact: true }).fill('2.5');
  await page.getByLabel('Unit').selectOption('hours');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await page.getByText('2.5 hours ahead').waitFor();
  await expectAccessible(page);
});

const sentForms = [
  { path: '/snapshots', label: 'Name', button: 'Save', url: '**/snapshots/first', method: 'PUT' },
  { path: '/sandboxes', label: 'Name', button: 'Create', url: '**/sandboxes', method: 'POST' },
  { path: '/tokens', label: 'Token', button: 'Issue the token', url: '**/tokens', method: 'POST' },
];

test.for(sentForms)('keeps what the user types while a form is sent: $path', async (form, context) => {
  const { page } = await openAt('server', context, form.path);
  const field = page.getByLabel(form.label, { exact: true });
  const held = await holdRequests(page, form.url, form.method);
  await field.fill('first');
  await page.getByRole('button', { name: form.button, exact: true }).click();
  await field.fill('second');
  held.release();
  // The form shows it after everything else.
  await page
    .getByRole('status')
    .getByText(/^(Saved|Created|Issued)/)
    .waitFor();
  expect(await field.inputValue()).toBe('second');
});

detail('keeps the selection in the field of a time while the clock runs', async (context) => {
  const { page, mock } = await openWorkbench(context, '/time');
  const shown = page.locator('.clock-time time');
  const field = page.getByLabel('Stop the clock at');
  await expect.poll(() => field.inputValue()).not.toBe('');
  const before = await shown.getAttribute('datetime');
  await field.selectText();
  await expect.poll(() => shown.getAttribute('datetime')).not.toBe(before);
  await page.keyboard.type('2031-05-04T00:00:00Z');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => mock.clock.now()).toBe(Date.parse('2031-05-04T00:00:00Z'));
});

detail('keeps a time that the user types while another one is set', async (context) => {
  const { page, mock } = await openWorkbench(context, '/time');
  const field = page.getByLabel('Stop the clock at');
  const set = page.getByRole('button', { name: 'Set', exact: true });
  const held = await holdRequests(page, '**/clock', 'POST');
  await field.fill('2031-05-04T00:00:00Z');
  await set.click();
  await field.fill('2032-02-29T00:00:00Z');
  await expect.poll(() => set.isDisabled()).toBe(true);
  held.release();
  // The click waits until the button is enabled again.
  await set.click();
  await expect.poll(() => mock.clock.now()).toBe(Date.parse('2032-02-29T00:00:00Z'));
});

detail('limits the rate of calls, counts them, and advances the clock to the next window', async (context) => {
  const { page, client, impatient, mock } = await openWorkbench(context, '/time', { clock: '2026-01-31T09:00:00Z' });
  await page.getByLabel('Calls', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Limit calls' }).click();
  await page.getByRole('banner').getByText('2 calls in 60 s').waitFor();
  const use = page.getByRole('group', { name: 'Use of the rate limit' });
  await use.getByText('0 of 2 calls used').waitFor();
  await client.customers.list();
  await use.getByText('1 of 2 calls used').waitFor();
  await client.customers.list();
  await expect(impatient.customers.list()).rejects.toMatchObject({ status: 429 });
  await use.getByText('2 of 2 calls used, free again in 60 s').waitFor();
  await expectAccessible(page);
  await use.getByRole('button', { name: 'Advance the clock by 60 s' }).click();
  await use.getByText('0 of 2 calls used').waitFor();
  await impatient.customers.list();
  await use.getByText('1 of 2 calls used').waitFor();
  await page.getByRole('link', { name: /^Policies/ }).click();
  await page.getByRole('link', { name: 'Set it on the page Time' }).waitFor();
  await page.getByRole('button', { name: 'Remove the rate limit' }).click();
  await expect.poll(() => mock.policies.rateLimit).toBe('off');
});

story('explains, sets and resets policies', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/policies');
  const search = page.getByLabel('Find a policy');
  // A panel gets only the keys of its own elements.
  await page.getByRole('button', { name: 'Save file' }).press('/');
  await page.keyboard.type('createdStatus');
  expect(await search.inputValue()).toBe('createdStatus');
  await page.getByText('The status of a successful creation.').waitFor();
  await page.getByLabel('createdStatus').selectOption('200');
  await page.getByText('changed', { exact: true }).waitFor();
  const policy = async (name: keyof MockPolicies) => (await mock.policies.get())[name];
  expect(await policy('createdStatus')).toBe(200);
  await search.fill('pagination');
  await page.getByLabel('pagination', { exact: true }).fill('link:x');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('status').getByText('pagination').waitFor();
  await page.getByLabel('pagination', { exact: true }).fill('link:20');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => policy('pagination')).toBe('link:20');
  await search.fill('');
  await page.getByRole('switch', { name: 'Changed only' }).check();
  await expect.poll(() => page.getByRole('button', { name: /^Reset / }).count()).toBe(3);
  await page.getByRole('button', { name: 'Reset createdStatus' }).click();
  await expect.poll(() => policy('createdStatus')).toBe(201);
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.getByText('No policy is changed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => policy('pagination')).toBe('link:20');
});

detail('saves and loads a policies file', async (context) => {
  const { page, mock } = await openWorkbench(context, '/policies', { policies: { notFoundStatus: 410 } });
  const file = await downloadedText(page, 'Save file');
  expect(JSON.parse(file)).toEqual(mock.policies);
  mock.policies.notFoundStatus = 404;
  await page.getByLabel('Policies file').setInputFiles(jsonFile(JSON.parse(file)));
  await expect.poll(() => mock.policies.notFoundStatus).toBe(410);
  const report = { version: 1, kit: '1.0.0', date: '', policies: { createdStatus: 200 }, undetermined: [] };
  await page.getByLabel('Policies file').setInputFiles(jsonFile(report));
  await expect.poll(() => mock.policies.createdStatus).toBe(200);
  // It would replace the message of the next file.
  await page.getByRole('status').getByText('Set 1 policy.').waitFor();
  await page.getByLabel('Policies file').setInputFiles(jsonFile({ createdStatus: 999 }));
  await page.getByRole('status').getByText('createdStatus').waitFor();
  expect(mock.policies.createdStatus).toBe(200);
  await expectAccessible(page);
});

detail('says that the server is gone when the user undoes a change', async (context) => {
  const { page, mock } = await openWorkbench(context, '/policies');
  await page.getByLabel('Policies file').setInputFiles(jsonFile({ createdStatus: 200 }));
  await page.getByRole('status').getByText('Set 1 policy.').waitFor();
  await page.route('**/__mock/policies', (route) => route.abort());
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.toast.error').waitFor();
  expect(mock.policies.createdStatus).toBe(200);
});

story('issues a token with permissions, copies it, and revokes it', async (place, context) => {
  const { page, impatient } = await openAt(place, context, '/tokens');
  await page.getByLabel('All resources').selectOption('none');
  await page.getByLabel('products').selectOption('read');
  await page.getByText('products:read').waitFor();
  await page.getByLabel('User').fill('Ida');
  await page.getByRole('button', { name: 'Issue the token' }).click();
  const issued = page.getByRole('region', { name: 'All tokens' });
  await issued.getByText('user Ida').waitFor();
  const token = await issued.getByRole('code').first().innerText();
  const statusOf = async () => (await impatient.customers.list({}, { apiToken: token }).asResponse()).status;
  expect(await statusOf()).toBe(403);
  expect(await copiedText(page, issued.getByRole('button', { name: 'Copy token' }).first())).toBe(token);
  await expectAccessible(page);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByText('Replaces the permissions of this token.').waitFor();
  await issued.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByText('Only the token of the mock.').waitFor();
  expect(await statusOf()).toBe(401);
  await page.getByRole('button', { name: 'Undo' }).click();
  await issued.getByRole('button', { name: /^Revoke/ }).waitFor();
  expect(await statusOf()).toBe(403);
});

detail('lists the tokens that other programs issue', async (context) => {
  const { page, mock } = await openWorkbench(context, '/tokens');
  await page.getByText('Only the token of the mock.').waitFor();
  const token = mock.tokens.issue({
    permissions: ['prices:read'],
    workspace: mock.create.workspace({ name: 'Other' }).id,
  });
  const row = page.getByRole('listitem').filter({ hasText: token });
  await row.getByText('prices:read').waitFor();
  await page.getByRole('listitem').filter({ hasText: mock.token }).getByText('token of the mock').waitFor();
  expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(1);
  mock.tokens.revoke(token);
  await row.waitFor({ state: 'detached' });
});

story('saves a snapshot under a name, restores it, and undoes this', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/snapshots');
  const before = await mock.db.customers.size;
  await page.getByLabel('Name').fill('<b>before');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Restore <b>before' }).waitFor();
  await mock.create.customer.list(3);
  await page.getByRole('button', { name: 'Restore <b>before' }).click();
  await expect.poll(() => mock.db.customers.size).toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => mock.db.customers.size).toBe(before + 3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete <b>before' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No snapshot yet.').waitFor();
});

story('resets the mock, and undoes this with policies, faults and clock', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/snapshots');
  await mock.create.customer({ name: 'Created before' });
  await mock.policies.set({ createdStatus: 200 });
  await mock.faults.add({ on: 'products.get', status: 503 });
  await mock.clock.set('2031-05-04T03:02:01Z');
  const token = await mock.tokens.issue({ permissions: ['*:read'] });
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect([(await mock.faults.list()).length, await mock.clock.isStopped]).toEqual([0, false]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The mock is as it was before.').waitFor();
  expect(await mock.db.customers.find({ name: 'Created before' })).toBeDefined();
  expect(await mock.policies.get()).toMatchObject({ createdStatus: 200 });
  expect(await mock.faults.list()).toMatchObject([{ on: 'products.get', status: 503 }]);
  expect(await mock.clock.now()).toBe(Date.parse('2031-05-04T03:02:01Z'));
  expect((await mock.tokens.list()).map((each) => each.token)).toContain(token);
});

detail('says which names a snapshot cannot have', async (context) => {
  const { page } = await openWorkbench(context, '/snapshots');
  for (const name of ['..', 'a/b', 'x'.repeat(101)]) {
    await page.getByLabel('Name').fill(name);
    await page.getByText('must be 1 to 100 characters without slashes and control characters').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  }
});

detail('lists the snapshots that other programs save', async (context) => {
  const { page } = await openWorkbench(context, '/snapshots');
  await page.getByText('No snapshot yet.').waitFor();
  await page.evaluate(async () => {
    const token = Object.entries(sessionStorage).find(([key]) => key.includes('token'))?.[1];
    await fetch('snapshots/theirs', { method: 'PUT', headers: { authorization: `Bearer ${token}` } });
  });
  await page.getByRole('button', { name: 'Restore theirs' }).waitFor();
});

detail('shares a snapshot as a file without tokens, and resets the mock', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/snapshots');
  const before = mock.db.customers.size;
  mock.create.customer({ name: 'In the file' });
  const file = await downloadedText(page, 'Download');
  expect(file).not.toContain(mock.token);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => mock.db.customers.size).toBe(before);
  await page.getByLabel('Snapshot file').setInputFiles(jsonFile(JSON.parse(file)));
  await expect.poll(() => mock.db.customers.find({ name: 'In the file' })).toBeDefined();
  expect((await client.customers.list()).length).toBe(before + 1);
  await page.getByLabel('Snapshot file').setInputFiles(jsonFile({ version: 99 }));
  await page.getByRole('status').getByText('snapshot').waitFor();
  expect(mock.db.customers.size).toBe(before + 1);
});

function jsonFile(value: unknown) {
  return { name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) };
}
