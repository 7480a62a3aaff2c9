import type { JournalEntry } from '../../controls/journal-entry.ts';

/** The function of a test that edits a response like the workbench. Only tests with edited responses have it. */
export const editResponseCode = `
/** Edits the response of the next call of an operation, after the operation has run. */
function editResponse(
  mock: MockServer,
  on: Parameters<MockServer['faults']['holdResponse']>[0],
  edit: (body: any) => Parameters<MockServer['faults']['release']>[1],
  after = 0,
) {
  const held = mock.faults.holdResponse(on, { times: 1, after });
  const stop = mock.faults.onWaiting(() => {
    const call = mock.faults.waiting().find(({ faults, response }) => response && faults.includes(held.id));
    if (!call) return;
    stop();
    mock.faults.release(call.id, edit(call.response?.body));
  });
}
`;

/** Whether the response of a request was edited while a fault held it. */
export function isEdited({ originalResponse }: JournalEntry): boolean {
  return originalResponse !== undefined;
}

/** Returns the parts of a response that were edited. */
export function editOf({ response, originalResponse: original }: JournalEntry): Readonly<Record<string, unknown>> {
  const headers = Object.entries(response.headers).filter(([name, value]) => original?.headers[name] !== value);
  return {
    ...(response.status !== original?.status && { status: response.status }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(JSON.stringify(response.body) !== JSON.stringify(original?.body) && { body: response.body }),
  };
}
