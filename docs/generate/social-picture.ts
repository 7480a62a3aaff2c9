/**
 * Draws the picture that other sites show next to a link to the documentation, with the texts of the home page.
 * `npm run docs:pictures` writes docs/public/social.png.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumOptions, unpackChromium } from '../../test/chromium.ts';

const docs = join(import.meta.dirname, '..');
const home = readFileSync(join(docs, 'index.md'), 'utf8');
const icon = readFileSync(join(docs, '../mocks/workbench/icon.svg'), 'utf8');

/** Returns a text of the first part of the home page. */
function heroText(name: string): string {
  const text = new RegExp(`^  ${name}: (.+)$`, 'm').exec(home)?.[1];
  if (text === undefined) throw new Error(`docs/index.md: must have the text ${name} in its hero`);
  return text;
}

const html = `<!doctype html>
<style>
  body {
    display: grid;
    grid-template-columns: 600px 1fr;
    gap: 40px;
    align-items: center;
    box-sizing: border-box;
    width: 1200px;
    height: 630px;
    margin: 0;
    padding: 0 64px;
    background: #17182b;
    color: #fff;
    font-family: Inter, "Liberation Sans", Arial, sans-serif;
  }
  header { display: flex; gap: 18px; align-items: center; font-size: 32px; font-weight: 600; }
  header svg { width: 52px; height: 52px; }
  h1 { margin: 36px 0 28px; font-size: 60px; line-height: 1.12; letter-spacing: -0.02em; }
  p { margin: 0; color: #c3c6e4; font-size: 25px; line-height: 1.45; }
  pre {
    margin: 0;
    padding: 32px;
    border: 1px solid #4a4f8a;
    border-radius: 18px;
    background: #0d0e1a;
    color: #d7d9ee;
    font: 20px/1.75 "Liberation Mono", monospace;
  }
  b { color: #a3b1ff; font-weight: 400; }
  i { color: #7ee2b8; font-style: normal; }
  s { color: #8488ad; text-decoration: none; }
</style>
<main>
  <header>${icon}${heroText('name')}</header>
  <h1>${heroText('text')}</h1>
  <p>${heroText('tagline')}</p>
</main>
<pre><s>// your code</s>
<b>await</b> client.products
  .update(id, {
    shipping: { weight: <i>41</i> },
  });

<s>// the request</s>
<b>PATCH</b> /api/products/{id}
{ <i>"shipping[weight]"</i>: <i>41</i> }

<s>// 503, then 200: retried</s></pre>`;

const browser = await chromium.launch({ executablePath: await unpackChromium(), ...chromiumOptions });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  await page.screenshot({ path: join(docs, 'public/social.png') });
} finally {
  await browser.close();
}
