import type { RateLimit } from '../controls/rate-limit.ts';

/** Characters that are invisible or change the direction of the text around them. Emoji need the joiner U+200D. */
const invisible = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a text with invisible characters as escapes, so that data cannot disguise itself. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}

/** Returns one line that describes a value in a cell of a grid. */
export function formatCell(value: unknown, maxLength = 200): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeInvisible(short).replace(/\s+/g, ' ');
}

/** Describes a list or a group in a cell of a grid: `2 entries`, `buyer, signer` or `weight: 2, weight_unit: kg`. */
export function summarize(value: object): string {
  const isShort = (each: unknown) => typeof each !== 'object' && String(each).length < 20;
  if (Array.isArray(value)) {
    return value.every(isShort) ? formatCell(value.join(', ')) : count(value.length, 'entry', 'entries');
  }
  const filled = Object.entries(value).filter(([, member]) => member !== null && member !== '');
  return formatCell(filled.map(([name, member]) => `${name}: ${formatCell(member, 40)}`).join(', '));
}

/** Formats milliseconds: `12 ms`, `1.24 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Formats the time of day of a request. */
export function formatTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(undefined, { hourCycle: 'h23' });
}

/** Formats a moment with its date: `Jan 31, 2026, 09:00:42`. */
export function formatMoment(moment: number | string): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
}

/** Formats the time since a moment in whole units: `12 s`, `3 min`. The clock of the server may be ahead. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

/** Formats a count with its noun: `1 request`, `1,200 requests`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`;
}

/** Formats a rate limit: `10 calls in 60 s`. */
export function formatRateLimit({ limit, window = 60_000 }: RateLimit): string {
  return `${count(limit, 'call')} in ${(window / 1_000).toLocaleString('en-US')} s`;
}

/**
 * Says when the caller of a failed request may try again: `Try again at 12:00:42, after 42 s.`
 *
 * @param seconds The seconds that the response asks to wait.
 * @param time The time of the request, by the clock of the mock, if it is known.
 */
export function describeRetryAfter(seconds: number, time: number | undefined): string {
  const wait = `after ${seconds.toLocaleString('en-US')} s`;
  return time === undefined ? `Try again ${wait}.` : `Try again at ${formatTime(time + seconds * 1_000)}, ${wait}.`;
}

/** Saves a text as a file of the user. */
export function download(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
