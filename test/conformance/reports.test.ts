import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ConformanceReport, formatReport } from '../../mocks/conformance.ts';
import { VERSION } from '../../src/index.ts';
import { launchChromium } from '../chromium.ts';
import { runAll } from './helpers.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
    expect(lines.at(-1)).toBe('Result: the server conforms, with the policies above.');
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

test('an unknown format is an error', () => {
  expect(() => formatReport(conforming, 'pdf' as 'text')).toThrow(
    'Unknown format "pdf". Valid formats: text, json, junit, html.',
  );
});

describe('HTML', () => {
  test('is one file without scripts and without markup of the server', () => {
    const page = formatReport(differing, 'html');
    expect(page).not.toContain('<script');
    expect(page.match(/(?:src|href)=/g)).toBe(null);
    expect(page).toContain('&lt;script&gt;');
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
          expect(await page.locator('details[open] pre').count()).toBe(1);
          const [text, background] = await page.evaluate(() => [
            getComputedStyle(document.body).color,
            getComputedStyle(document.documentElement).backgroundColor,
          ]);
          expect(contrast(text ?? '', background ?? '')).toBeGreaterThan(7);
          expect(errors).toEqual([]);
          // A parsed script of the test, not of the page, whose policy allows none.
          await page.evaluate(axe);
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
