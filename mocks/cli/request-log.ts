import { styleText } from 'node:util';
import { printable } from '../../src/contract/printable.ts';
import type { LoggedRequest } from '../servers/node/options.ts';

/** An output stream, for example `process.stdout`. */
type Output = Pick<NodeJS.WriteStream, 'write'>;

const maxUrlLength = 200;

/**
 * Returns a function that logs a request, unless the workbench sent it by itself. Lines of the same turn of the event
 * loop are written together, because a write takes longer than a request.
 */
export function createRequestLog(output: Output): (request: LoggedRequest) => void {
  let lines = '';
  return (request) => {
    if (request.operation === 'workbench') return;
    if (lines === '') {
      setImmediate(() => {
        output.write(lines);
        lines = '';
      });
    }
    lines += `${formatRequest(request, new Date())}\n`;
  };
}

/**
 * Formats a request that any program may have sent: `16:34:50  PATCH  200  /api/products/…  products.update  0.6 ms`.
 */
export function formatRequest(request: LoggedRequest, time: Date): string {
  const { method, url, status, operation, duration, fault, issue } = request;
  return [
    styleText('dim', time.toTimeString().slice(0, 8)),
    styleText('bold', printable(method).padEnd(6)),
    styleText(colorOf(status), status === 0 ? '---' : String(status)),
    printable(url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)}…` : url),
    styleText('cyan', printable(operation ?? '-')),
    styleText('dim', `${duration.toFixed(1)} ms`),
    ...(fault === undefined ? [] : [styleText('magenta', printable(`fault: ${fault}`))]),
    ...(issue === undefined ? [] : [printable(issue)]),
  ].join('  ');
}

function colorOf(status: number): 'green' | 'yellow' | 'red' {
  if (status >= 200 && status < 400) return 'green';
  return status >= 400 && status < 500 ? 'yellow' : 'red';
}
