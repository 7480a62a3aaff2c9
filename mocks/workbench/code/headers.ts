type Headers = Readonly<Record<string, string>>;

/** Headers that clients, browsers and proxies write by themselves. */
const automatic =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|user-agent|accept|accept-(?:encoding|language)|origin|referer|priority|dnt|via|forwarded|x-real-ip|x-retry-count|(?:sec|proxy|x-forwarded)-.*)$/i;

/** Returns the headers of a request that the user or the app chose. */
export function chosenHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !automatic.test(name)));
}

/** Writes one header on each line: `name: value`. */
export function formatHeaders(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Reads what {@link formatHeaders} writes. Skips empty lines. */
export function parseHeaders(text: string): Headers {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/:(.*)/s);
      return [name.trim(), value.trim()];
    }),
  );
}

/** Whether the headers tell the type of the body. */
export function hasType(headers: Headers): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
}
