/**
 * A calendar date and a time of ISO 8601, in extended or basic notation, down to the hour, with or without an offset.
 * RFC 3339 permits `t` and `z` in lower case.
 */
const pattern =
  /^(\d{4})(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3])(?::?([0-5]\d)(?::?([0-5]\d)(?:[.,](\d+))?)?)?(?:[Zz]|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?$/;

/** Whether a text is an ISO 8601 date and time. */
export function isTimestamp(text: string): boolean {
  const [, year, , month, day] = pattern.exec(text) ?? [];
  // `Date` reads February 30 as March 2.
  return day !== undefined && new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day);
}

/**
 * Parses an ISO 8601 date and time to milliseconds since 1970. Without an offset, it is in UTC: `Date.parse` would use
 * the time zone of the machine, and does not know all notations. Returns undefined for other texts.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = isTimestamp(text) ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [, year, , month, day, hour, minute = '00', second = '00', fraction = '', offsetHour, offsetMinute = '00'] =
    match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = offsetHour === undefined ? 'Z' : `${offsetHour}:${offsetMinute}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
}
