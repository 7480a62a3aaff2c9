import { ApiError, MasterDataError } from '../../../src/index.ts';
import { callClient, type LiveCall, type LiveData, typeName } from './calls.ts';
import type { LiveService } from './service.ts';

/** A request of a call, and the status of its response. */
interface Attempt {
  readonly id: number;
  /** Method and path. */
  readonly line: string;
  /** 0 if there was no response. */
  readonly status: number;
}

/** The result of a call. */
export interface Outcome {
  readonly isError: boolean;
  /** The type of the data, or the class of the error. */
  readonly type: string;
  /** The data or the error as JSON. */
  readonly text: string;
  /** The requests that the client sent, with its retries. */
  readonly attempts: readonly Attempt[];
}

/** Sends a call with the client. */
export async function sendCall({ mock, client }: LiveService, call: LiveCall, data: LiveData): Promise<Outcome> {
  const last = mock.journal.list().at(-1)?.id ?? 0;
  const result = await callClient(client, call, data).then(
    (value) => ({ isError: false, type: typeName(call.operation) || 'a record', text: toJson(value) }),
    (error: unknown) => ({ isError: true, ...describeError(error) }),
  );
  const attempts = mock.journal
    .list(call.operation)
    .filter((entry) => entry.id > last)
    .map((entry) => ({ id: entry.id, line: `${entry.method} ${entry.url}`, status: entry.response.status }));
  return { ...result, attempts };
}

function describeError(error: unknown): Pick<Outcome, 'type' | 'text'> {
  if (!(error instanceof MasterDataError)) throw error;
  const { name, message } = error;
  const isApiError = error instanceof ApiError;
  return {
    type: name,
    text: toJson({ message, ...(isApiError && { status: error.status, code: error.code, issues: error.issues }) }),
  };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
