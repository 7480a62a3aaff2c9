/** The request log: a line for each request. */
import { styleText } from 'node:util';
import type { LoggedRequest } from '../adapters/http/listen.ts';

/** Something that takes text, such as `process.stdout`. */
type Output = Pick<NodeJS.WriteStream, 'write'>;

const longestTarget = 200;

/** Writes the log. What is logged in one turn of the event loop is written at once: a write costs more than a request. */
export function requestLog(output: Output): (request: LoggedRequest) => void {
  let lines = '';
  return (request) => {
    if (lines === '') {
      setImmediate(() => {
        output.write(lines);
        lines = '';
      });
    }
    lines += `${logLine(request, new Date())}\n`;
  };
}

/** `16:34:50  PATCH  200  /api/products/…  products.update  0.6 ms` */
export function logLine({ method, url, status, operation, duration, fault }: LoggedRequest, time: Date): string {
  return [
    styleText('dim', time.toTimeString().slice(0, 8)),
    styleText('bold', method.padEnd(6)),
    styleText(colourOf(status), status === 0 ? '---' : String(status)),
    printable(url),
    styleText('cyan', operation ?? '-'),
    styleText('dim', `${duration.toFixed(1)} ms`),
    ...(fault === undefined ? [] : [styleText('magenta', `fault: ${fault}`)]),
  ].join('  ');
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status >= 200 && status < 400) return 'green';
  return status >= 400 && status < 500 ? 'yellow' : 'red';
}

/** What a terminal shows and does not obey: a client may put any bytes into a path. */
function printable(url: string): string {
  const shown = url.length > longestTarget ? `${url.slice(0, longestTarget)}…` : url;
  return shown.replace(/[^\x20-\x7e…]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
