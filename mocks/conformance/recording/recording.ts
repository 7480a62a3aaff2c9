import * as z from 'zod/mini';
import { redactJson } from '../../../src/wire/redact-token.ts';
import { isObject } from '../../shared/json.ts';
import type { Exchange } from '../exchange.ts';
import { parseFile } from '../json.ts';
import { bodyToShow, redactValues } from '../redact.ts';
import { compareCalls, describeCalls, type RecordedExchange } from './compare-recordings.ts';

const recordedExchangeSchema = z.object({
  check: z.string(),
  call: z.string(),
  token: z.string(),
  requestBody: z.optional(z.unknown()),
  status: z.number(),
  contentType: z.string(),
  responseBody: z.optional(z.unknown()),
});

const recordingSchema = z.object({
  version: z.literal(1),
  kit: z.string(),
  date: z.string(),
  mode: z.enum(['read-only', 'writes']),
  exchanges: z.array(recordedExchangeSchema),
});

/** The exchanges of a run, to compare a later run with. */
export interface ConformanceRecording {
  /** The version of the format. */
  readonly version: 1;
  /** The version of the package. */
  readonly kit: string;
  /** When the run started, ISO 8601. */
  readonly date: string;
  /** Whether the run created and changed records. */
  readonly mode: 'read-only' | 'writes';
  /** The exchanges in the order of the calls. */
  readonly exchanges: readonly RecordedExchange[];
}

/**
 * Validates a recording.
 *
 * @throws A TypeError if the value is not a recording of this version.
 */
export function parseRecording(value: unknown): ConformanceRecording {
  return parseFile(recordingSchema, value, 'recording');
}

/** Records the exchanges of a run. */
export class Recorder {
  readonly exchanges: RecordedExchange[] = [];
  readonly #sources: Exchange[] = [];
  readonly #showValues: boolean;

  constructor(showValues: boolean) {
    this.#showValues = showValues;
  }

  /** Adds an exchange of a check. */
  add(check: string, exchange: Exchange): void {
    const { call, status, headers } = exchange;
    const responseBody = maskErrors(bodyToShow(exchange, this.#showValues));
    this.exchanges.push({
      check,
      call: `${call.method} ${maskUrl(call.url)}`,
      token: call.token ?? 'main',
      ...(call.body !== undefined && { requestBody: this.#showValues ? call.body : redactValues(call.body) }),
      status,
      contentType: headers['content-type']?.split(';')[0]?.trim() ?? '',
      ...(responseBody !== undefined && { responseBody }),
    });
    this.#sources.push(exchange);
  }

  /** Compares the exchanges with those of a recording, for each call of a check that both have. */
  compare(
    recording: ConformanceRecording,
    report: (check: string, message: string, exchange?: Exchange) => void,
  ): void {
    const expected = describeCalls(recording.exchanges);
    for (const [key, received] of describeCalls(this.exchanges)) {
      const recorded = expected.get(key);
      if (!recorded) continue;
      for (const { message, index } of compareCalls(recorded, received)) {
        const { check, call, token } = received;
        const subject = token === 'main' ? call : `${call} with the token "${token}"`;
        report(check, `${subject}: ${message}`, this.#sources[index]);
      }
    }
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Replaces ids, and the values of a query: a link to a page may contain anything. */
function maskUrl(url: string): string {
  const [path = '', search] = url.split('?', 2);
  const names = [...new Set(new URLSearchParams(search).keys())];
  return path.replaceAll(uuid, '{id}') + (names.length > 0 ? `?${names.join('&')}` : '');
}

/** Error texts stay, without the ids and names of this run. */
function maskErrors(body: unknown): unknown {
  if (!isObject(body) || typeof body['error'] !== 'string') return body;
  const mask = (text: string) =>
    text.replaceAll(uuid, '{id}').replaceAll(/conformance[-_][a-z0-9]+(?:[ _]\d+)?/g, '{name}');
  return redactJson(body, mask);
}
