import type { Har, Entry as HarEntry } from 'har-format';
import { type BaseUrl, parseBaseUrl } from '../shared/base-url.ts';
import { byteLength } from '../shared/text-bytes.ts';
import { iso } from '../shared/time.ts';
import type { JournalEntry } from './journal-entry.ts';

/** An HTTP archive (HAR 1.2). Pass it to the developer tools of a browser. */
export interface HarLog {
  /** The log. */
  readonly log: {
    /** The version of the format. */
    readonly version: '1.2';
    /** The program that wrote the log. */
    readonly creator: {
      /** The name of this package. */
      readonly name: string;
      /** The version of this log's contents. */
      readonly version: string;
    };
    /** Requests and responses, in the order in which the requests arrived. */
    readonly entries: readonly object[];
  };
}

type LoggedEntry = JournalEntry & {
  /** Whether the URL is the full path. */
  readonly outsideBaseUrl: boolean;
};

/**
 * Builds a HAR log of entries in the order of arrival.
 *
 * @throws A TypeError if the base URL is not valid.
 */
export function toHarLog(logged: readonly LoggedEntry[], baseUrl: string): HarLog {
  const base = parseBaseUrl(baseUrl);
  const entries = logged.map((entry) => toHarEntry(entry, base));
  return { log: { version: '1.2' as const, creator: { name: 'masterdata-sdk', version: '1' }, entries } } satisfies Har;
}

function toHarEntry(entry: LoggedEntry, { origin, path }: BaseUrl): HarEntry {
  const { method, url, rawBody, response, time, duration, operation, fault, outsideBaseUrl } = entry;
  const headers = toPairs(Object.entries(entry.headers));
  const responseHeaders = toPairs(Object.entries(response.headers));
  const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  const comment = [operation, fault && `fault: ${fault}`].filter(Boolean).join(', ');
  return {
    startedDateTime: iso(time),
    time: duration,
    request: {
      method,
      url: origin + (outsideBaseUrl ? '' : path) + url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      queryString: toPairs(new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')),
      headersSize: -1,
      bodySize: byteLength(rawBody ?? ''),
      ...(rawBody !== undefined && { postData: { mimeType: contentType(headers), text: rawBody } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: responseHeaders,
      content: { size: byteLength(text), mimeType: contentType(responseHeaders), text },
      redirectURL: '',
      headersSize: -1,
      bodySize: byteLength(text),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(comment !== '' && { comment }),
  };
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

function toPairs(entries: Iterable<readonly [string, string]>): Pair[] {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}

function contentType(headers: readonly Pair[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}
