/**
 * Draws the output of `masterdata-sdk mock` in color while a client calls it. `npm run docs:generate` writes it to
 * docs/public/console.svg.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMockServer } from '../../mocks/engine/create-mock-server.ts';
import { demo } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');
const token = 'demo-token';
const fault = '{"on": "products.update", "times": 1, "status": 503}';

const escapeSequence = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`);

/** Returns the console output, with a fixed port and fixed times so that every run gives the same picture. */
export async function printConsole(): Promise<string> {
  const tokens = ['--token', token, '--control-token', 'demo-control'];
  const child = spawn(process.execPath, ['mocks/cli.ts', 'mock', '--port', '0', ...tokens, '--fault', fault], {
    cwd: root,
    env: { PATH: process.env['PATH'], FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const ended = once(child, 'close');
  try {
    while (!printed.includes('Ctrl-C')) {
      if (child.exitCode !== null) throw new Error(`the server did not start: ${printed}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
    const [url = ''] = /http:\/\/[\d.:]+/.exec(printed) ?? [];
    await callServer(url);
    child.kill('SIGINT');
    await ended;
    let [requests, responses] = [0, 0];
    const log = printed
      .replace('\nStopped.', '')
      .replaceAll(url, 'http://127.0.0.1:4010')
      .replace(/\d\d:\d\d:\d\d/g, () => `16:34:${50 + requests++}`)
      .replace(/\d+\.\d(?= ms)/g, () => `0.${3 + (responses++ % 5)}`);
    return `$ npx masterdata-sdk mock --token ${token} --fault '${fault}'\n\n${log.trimEnd()}\n`;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Sends typical calls of a front end. */
async function callServer(baseUrl: string): Promise<void> {
  const client = new MasterDataClient({ baseUrl, apiToken: token, maxRetries: 0 });
  // The ids of the demo workspace are the same on every run.
  const { db } = createMockServer({ seed: demo, token });
  const [product] = db.products.list();
  const chairs = db.categories.find({ api_name: 'chairs' });
  if (!product || !chairs) throw new Error('the demo workspace must have products and a category of chairs');
  const customer = await client.customers.create({ name: 'Atelier Brandt', type: 'company' });
  await client.addresses.list({ customer_id: customer.id });
  await client.products.update(product.id, { shipping: { weight: 43 } }).result();
  await client.products.update(product.id, { shipping: { weight: 43 } });
  await client.categories.delete(chairs.id).result();
  await client.customers.list({}, { apiToken: 'mistyped' }).result();
  await client.request({ method: 'GET', path: '/api/products' }).result();
}

/** Fill colors of the escape codes, for a dark background. */
const colors: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '35': '#d2a8ff',
  '36': '#79c0ff',
};

const [column, row, margin] = [7.6, 19, 24];

/** Draws text with escape codes for colors as an SVG image. */
export function draw(text: string): string {
  const lines = text.trimEnd().split('\n').map(spans);
  const columns = Math.max(...lines.map((line) => line.reduce((sum, { shown }) => sum + shown.length, 0)));
  const width = Math.ceil(columns * column + 2 * margin);
  const height = lines.length * row + 2 * margin + 16;
  const drawn = lines.flatMap((line, index) => {
    let start = 0;
    return line.flatMap(({ shown, style }) => {
      const from = start;
      start += shown.length;
      // Position each word: not every viewer preserves runs of spaces.
      return [...shown.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index: at }) => {
        const [x, length] = [margin + (from + at) * column, words.length * column];
        const place = `x="${x.toFixed(1)}" y="${margin + 28 + index * row}" textLength="${length.toFixed(1)}"`;
        return `    <text ${place}${style}>${xml(words)}</text>\n`;
      });
    });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="name">
  <title id="name">masterdata-sdk mock in a terminal: the URL and token, a curl line and a snippet to paste, and one line per request</title>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#14181f" stroke="#3a4250"/>
  <circle cx="22" cy="19" r="5.5" fill="#ff5f57"/><circle cx="40" cy="19" r="5.5" fill="#febc2e"/><circle cx="58" cy="19" r="5.5" fill="#28c840"/>
  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12.6" fill="#d7dce4">
${drawn.join('')}  </g>
</svg>
`;
}

interface Span {
  readonly shown: string;
  readonly style: string;
}

/** Splits a line into parts with the same style. */
function spans(line: string): Span[] {
  let [fill, weight, opacity] = ['', '', ''];
  // Splitting by a capturing group puts the number of a code into every second part.
  return line.split(escapeSequence).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [{ shown: part, style: fill + weight + opacity }];
    const color = colors[part];
    if (color !== undefined) fill = ` fill="${color}"`;
    else if (part === '39') fill = '';
    else if (part === '1') weight = ' font-weight="700"';
    else if (part === '2') opacity = ' opacity="0.6"';
    else if (part === '22') [weight, opacity] = ['', ''];
    else throw new Error(`cannot draw escape code ${part} in ${JSON.stringify(line)}`);
    return [];
  });
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

if (import.meta.main) writeFileSync(join(root, 'docs/public/console.svg'), draw(await printConsole()));
