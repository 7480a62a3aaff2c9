import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { curlCommand } from '../../mocks/conformance/curl.ts';
import { findQuotedSentence } from '../../mocks/conformance/specification/sentences.ts';
import { type ConformanceReport, formatReport } from '../../mocks/conformance.ts';
import { VERSION } from '../../src/index.ts';
import { launchChromium, readAxe } from '../chromium.ts';
import { placesOf, runAll } from './helpers.ts';

let conforming: ConformanceReport;
let differing: ConformanceReport;

beforeAll(async () => {
  conforming = await runAll();
  differing = await runAll(
    { notFoundStatus: 410 },
    (mock) => async (input, init) => {
      const response = await mock.fetch(input, init);
      const text = (await response.text()).replaceAll('"logo":null', '"<script>alert(1)</script> & \\"quoted\\"":1');
      return new Response(text, response);
    },
    { fixtures: {}, maxRequests: 300 },
  );
});

describe('text', () => {
  test('begins with the server and ends with the result', () => {
    const lines = formatReport(conforming, 'text').trim().split('\n');
    expect(lines[0]).toBe(`masterdata-sdk conformance ${VERSION}: https://api.example.com (writes)`);
    expect(lines.at(-1)).toBe('Result: the server conforms, with the policies that were found.');
  });

  test('begins with a summary', () => {
    const text = formatReport(differing, 'text');
    const [, summary = ''] = text.split('\n\n');
    expect(summary.split('\n').length).toBeLessThan(12);
    expect(summary).toContain('access    created and changed records, with the tokens main, second, limited\n');
    expect(summary).toContain('result    the run is incomplete, all 300 requests are used up. 1 difference so far.\n');
    expect(summary).toContain('causes    customers.create logo: is required (');
    expect(summary).toContain(`left      ${differing.created.length} records`);
  });

  test('shows each difference with its sentence and an example without values', () => {
    const text = formatReport(differing, 'text');
    expect(text).toMatch(
      /^ +customers\.create logo: is required \(\d+ times, 3 places\)\n +also: customers\.list, customers\.get$/m,
    );
    expect(text).toContain('Specification, Resources and their fields, Customer: `T | null` means');
    expect(text).toContain('"name":"<string>"');
    expect(text).not.toContain('Halm');
    expect(text).toContain('Result: the run is incomplete, all 300 requests are used up.');
  });
});

describe('JSON', () => {
  test('is the report', () => {
    expect(JSON.parse(formatReport(differing, 'json'))).toEqual(JSON.parse(JSON.stringify(differing)));
  });
});

describe('JUnit', () => {
  test('has a case for each operation, rule and policy', () => {
    const xml = formatReport(conforming, 'junit');
    const { operations, rules, policies } = conforming;
    expect(xml.match(/<testcase /g)).toHaveLength(operations.length + rules.length + policies.length);
    expect(xml).toContain('failures="0"');
  });

  test('escapes what servers return', () => {
    const xml = formatReport(differing, 'junit');
    expect(xml).not.toContain('<script>');
    expect(xml).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(xml.match(/<failure /g)?.length).toBeGreaterThan(0);
  });
});

test.each([
  ['`catalogs` must be the catalogs of the parent', 'b `catalogs`'],
  ["`settings.recurrence_type` must be the parent's", 'c `recurrence_type`'],
  ['`shipping[weight]` does not have the value that was sent', 'd `weight`'],
  ['must have no details', 'a `id`'],
])('the finding %j quotes the sentence about its field', (message, text) => {
  const sentences = ['a `id`', 'b `catalogs`', 'c `recurrence_type`', 'd `weight`'];
  expect(
    findQuotedSentence(
      message,
      sentences.map((each) => ({ section: '', text: each })),
    )?.text,
  ).toBe(text);
});

describe('commands', () => {
  test('have the tokens as variables, and a shell interprets nothing of the server', () => {
    const words = (command: string) =>
      execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
        encoding: 'utf8',
        env: { MASTERDATA_BASE_URL: 'https://host.example', MASTERDATA_LIMITED_API_TOKEN: 'secret token' },
      }).split('\n');
    const url = `/api/customers?cursor='$(touch x)'\`id\`$HOME"[]`;
    const body = { name: `it's "$(id)" \`id\` !! \\` };
    const command = curlCommand({ operation: undefined, method: 'POST', url, body, token: 'limited' });
    expect(words(command)).toEqual([
      ...['-s', '-g', '-X', 'POST', `https://host.example${url}`, '-H', 'Authorization: Bearer secret token'],
      ...['-H', 'Content-Type: application/json', '-d', JSON.stringify(body), ''],
    ]);
    for (const [token, variable] of [
      ['main', 'MASTERDATA_API_TOKEN'],
      ['second', 'MASTERDATA_SECOND_API_TOKEN'],
    ] as const) {
      const read = curlCommand({ operation: undefined, method: 'GET', url: '/api/customers', token });
      expect(read).toContain(`"Authorization: Bearer $${variable}"`);
    }
  });

  test('reproduce each finding with an example', () => {
    for (const finding of placesOf([...differing.differences, ...differing.observations])) {
      if (finding.example) expect(finding.curl?.[0]).toContain('"$MASTERDATA_BASE_URL"');
    }
  });
});

describe('GitHub annotations', () => {
  test('are one line for each cause, after the result', () => {
    const lines = formatReport(differing, 'github').trim().split('\n');
    expect(lines[0]).toBe(
      '::error title=Conformance of https%3A//api.example.com::the run is incomplete, all 300 requests are used up. 1 difference so far.',
    );
    expect(lines[1]).toMatch(
      /^::error title=customers\.create logo::is required \(\d+ times, 3 places\)%0Aalso: customers/,
    );
    expect(lines.at(-1)).toMatch(/^::notice title=\d+ observations?::/);
    expect(formatReport(conforming, 'github')).toBe(
      '::notice title=Conformance of https%3A//api.example.com::the server conforms, with the policies that were found.\n',
    );
  });

  test('are at most ten of a level, because GitHub shows no more', () => {
    const [difference] = differing.differences;
    if (!difference) throw new Error('there is a difference');
    const many = { ...differing, differences: Array.from({ length: 40 }, () => difference) };
    const lines = formatReport(many, 'github').split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toMatch(/^::error title=32 more causes::/);
  });

  test('cannot be forged or ended by a text of the server', () => {
    const [difference] = differing.differences;
    if (!difference) throw new Error('there is a difference');
    const text = 'x,file=a::y%0A::error::forged\r\n::set-env name=A::b';
    const forged = { ...differing, differences: [{ ...difference, subject: text, message: text }] };
    const lines = formatReport(forged, 'github').trim().split('\n');
    expect(lines.filter((line) => !/^::(?:error|notice) title=[^:,]*::/.test(line))).toEqual([]);
    expect(lines[1]).toMatch(/^::error title=x%2Cfile=a%3A%3Ay%250A/);
  });
});

test('an unknown format is an error', () => {
  expect(() => formatReport(conforming, 'pdf' as 'text')).toThrow(
    'Unknown format "pdf". Valid formats: text, json, junit, html, github.',
  );
});

describe('HTML', () => {
  test('is one file without markup of the server, and its policy allows only its own script', () => {
    const page = formatReport(differing, 'html');
    const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text);
    expect(page.match(/<script/g)).toHaveLength(1);
    const hash = createHash('sha256').update(scripts.join()).digest('base64');
    expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; form-action`);
    expect(page.match(/(?:src|href)=/g)).toBe(null);
    expect(page).toContain('&lt;script&gt;');
  });

  test('shows a field with the name of a member that each object has', async () => {
    const report = await runAll(
      {},
      (mock) => async (input, init) => {
        const response = await mock.fetch(input, init);
        const text = (await response.text()).replaceAll('"segment_id":', '"constructor":1,"segment_id":');
        return new Response(text, response);
      },
      { maxRequests: 100 },
    );
    expect(formatReport(report, 'html')).toContain('constructor');
  });

  test('fits a phone and a desktop, light and dark', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const server = await launchChromium();
    if (!server) return skip('no Chromium for this platform');
    try {
      const browser = await chromium.connect(server.wsEndpoint());
      const file = join(folder, 'report.html');
      writeFileSync(file, formatReport(differing, 'html'));
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [360, 1280]) {
          const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
          const errors: string[] = [];
          page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
          await page.goto(`file://${file}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          expect(await page.locator('h2').allTextContents()).toContain(`Differences: ${differing.differences.length}`);
          await page.locator('summary').first().click();
          expect(await page.locator('details[open] pre').count()).toBe(3);
          expect(await page.locator('details[open] del').last().textContent()).toBe('-     "logo": is required');
          await filterByKeyboard(page);
          const [text, background] = await page.evaluate(() => [
            getComputedStyle(document.body).color,
            getComputedStyle(document.documentElement).backgroundColor,
          ]);
          expect(contrast(text ?? '', background ?? '')).toBeGreaterThan(7);
          expect(errors).toEqual([]);
          // A parsed script of the test, not of the page, whose policy allows none.
          await page.evaluate(readAxe());
          const findings = await page.evaluate('axe.run().then(({ violations }) => violations)');
          expect(findings).toEqual([]);
          if (process.env['CONFORMANCE_SCREENSHOTS']) {
            await page.screenshot({
              path: join(process.env['CONFORMANCE_SCREENSHOTS'], `${colorScheme}-${width}.png`),
            });
          }
          await page.close();
        }
      }
      await browser.close();
    } finally {
      await server.close();
    }
  });
});

/** Filters by a text that no finding has, and shows all findings again. */
async function filterByKeyboard(page: Page): Promise<void> {
  const count = await page.locator('[data-kind]').count();
  await page.getByLabel('Text').focus();
  await page.keyboard.type('no finding has this');
  expect(await page.locator('output').textContent()).toBe(`0 of ${count} findings`);
  expect(await page.locator('[data-kind]:visible').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('output').textContent()).toBe(`${count} of ${count} findings`);
  expect(await page.locator('[data-kind]:visible').count()).toBe(count);
  await page.getByLabel('Resource').selectOption('customers');
  expect(await page.locator('[data-kind]:visible').count()).toBeGreaterThan(0);
  await page.getByLabel('Kind').selectOption('contract');
  for (const item of await page.locator('[data-kind]:visible').all()) {
    expect(await item.getAttribute('data-kind')).toBe('contract');
    expect(await item.getAttribute('data-resources')).toContain('customers');
  }
}

/** The contrast ratio of two colors, as WCAG defines it. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, two) => one - two);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
