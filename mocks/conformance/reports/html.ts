import { type Html, html } from '../../shared/escape.ts';
import type { ConformanceFinding, ConformanceReport } from '../report.ts';
import { style } from './style.ts';
import {
  createdLine,
  exampleText,
  extentOf,
  findingLists,
  policyState,
  policyValue,
  resultLine,
  unrestoredLine,
} from './text.ts';

/** Returns a report as one self-contained HTML file, without scripts. */
export function renderHtml(report: ConformanceReport): string {
  const { baseUrl, kit, date, mode, requests } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${baseUrl}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Conformance of ${baseUrl}</h1>
<p class="result ${report.outcome === 'conforms' ? 'passed' : 'failed'}">${resultLine(report)}</p>
<dl>
<div><dt>Date</dt><dd>${date}</dd></div>
<div><dt>Mode</dt><dd>${mode}</dd></div>
<div><dt>Requests</dt><dd>${requests.sent} in ${(requests.duration / 1000).toFixed(1)} s</dd></div>
<div><dt>Kit</dt><dd>masterdata-sdk ${kit}</dd></div>
</dl>
</header>
<main>
${unrestoredSection(report)}
${findingLists(report).map(findingsSection)}
${policiesSection(report)}
${checksSection(
  'Operations',
  report.operations.map(({ operation, method, path, calls, ...rest }) => ({
    ...rest,
    id: operation,
    about: `${method} ${path}, ${calls} calls`,
  })),
)}
${checksSection(
  'Rules',
  report.rules.map(({ sentences, ...rest }) => ({ ...rest, about: sentences.map(({ text }) => text).join(' ') })),
)}
${createdSection(report)}
</main>
</body>
</html>
`.text;
}

function unrestoredSection({ unrestored }: ConformanceReport): Html {
  if (unrestored.length === 0) return html``;
  return html`<section aria-labelledby="unrestored">
<h2 id="unrestored">Not restored: ${unrestored.length}</h2>
<ul>${unrestored.map((fixture) => html`<li>${unrestoredLine(fixture)}</li>`)}</ul>
</section>`;
}

function findingsSection({ title, findings }: ReturnType<typeof findingLists>[number]): Html {
  const id = title.toLowerCase().replace(' ', '-');
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}: ${findings.length}</h2>
${findings.length > 0 ? findings.map(findingItem) : html`<p>None.</p>`}
</section>`;
}

function findingItem(finding: ConformanceFinding): Html {
  const { subject, message, sentence, example, curl } = finding;
  const texts = [...(example ? [exampleText(example)] : []), ...(curl ?? [])].join('\n');
  return html`<details>
<summary><code>${subject}</code> ${message}${extentOf(finding)}</summary>
${sentence ? html`<blockquote><cite>${sentence.section}</cite> ${sentence.text}</blockquote>` : ''}
${texts === '' ? '' : html`<pre tabindex="0" role="region" aria-label="Example for ${subject}">${texts}</pre>`}
</details>`;
}

function policiesSection({ policies }: ConformanceReport): Html {
  return html`<section aria-labelledby="policies">
<h2 id="policies">Policies</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of policies">
<table>
<thead><tr><th scope="col">policy</th><th scope="col">value</th><th scope="col">state</th></tr></thead>
<tbody>
${policies.map(
  (policy) => html`<tr><th scope="row"><code>${policy.policy}</code></th>
<td>${policyValue(policy)}</td><td>${policyState(policy)}</td></tr>`,
)}
</tbody>
</table>
</div>
</section>`;
}

interface Check {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'not run';
  readonly reason?: string | undefined;
  readonly about: string;
}

function checksSection(title: string, checks: readonly Check[]): Html {
  const id = title.toLowerCase();
  const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run</h2>
<div class="table" tabindex="0" role="region" aria-label="Table of ${id}">
<table>
<thead><tr><th scope="col">check</th><th scope="col">state</th><th scope="col">about</th></tr></thead>
<tbody>
${checks.map(
  ({ id, status, reason, about }) => html`<tr><th scope="row"><code>${id}</code></th>
<td class="${status.replace(' ', '-')}">${status}${reason ? `: ${reason}` : ''}</td><td>${about}</td></tr>`,
)}
</tbody>
</table>
</div>
</section>`;
}

function createdSection({ created }: ConformanceReport): Html {
  if (created.length === 0) return html``;
  return html`<section aria-labelledby="created">
<h2 id="created">Records created: ${created.length}</h2>
<p>The API cannot delete most of them.</p>
<ul>${created.map((record) => html`<li>${createdLine(record)}</li>`)}</ul>
</section>`;
}
