import { type Html, html } from '../../shared/escape.ts';
import { diffOf } from './body-diff.ts';
import {
  countIn,
  countOf,
  createdLine,
  exampleLines,
  extentOf,
  findingLists,
  policyState,
  policyValue,
  resourcesOf,
  titleOf,
  unrestoredLine,
} from './describe.ts';
import type { ConformanceFinding, ConformanceReport } from './report.ts';
import { script, scriptHash } from './script.ts';
import { style } from './style.ts';
import { resultText, summaryOf, trendLine, trendLists } from './summary.ts';

/** The characters of all findings with details, so that the file stays small. The others are shown in one line. */
const maxFindings = 250_000;

/** Causes in each list of a trend. */
const maxTrend = 50;

/** Records in the list of records that were created. */
const maxCreated = 1000;

/** Returns a report as one self-contained HTML file. Its only script filters the findings. */
export function renderHtml(report: ConformanceReport): string {
  const { baseUrl, kit, date } = report;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'; form-action 'none'; base-uri 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="${policy}">
<title>Conformance of ${baseUrl}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Conformance of ${baseUrl}</h1>
<p class="result ${report.outcome === 'conforms' ? 'passed' : 'failed'}">Result: ${resultText(report)}</p>
<dl>
<div><dt>date</dt><dd>${date}</dd></div>
${summaryOf(report)
  .filter(([label]) => !['result', 'causes', ''].includes(label))
  .map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}
<div><dt>kit</dt><dd>masterdata-sdk ${kit}</dd></div>
</dl>
</header>
<main>
${unrestoredSection(report)}
${trendSection(report)}
${filterForm(report)}
${findingSections(report)}
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
<script>${script}</script>
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

function trendSection({ trend }: ConformanceReport): Html {
  if (!trend) return html``;
  return html`<section aria-labelledby="trend">
<h2 id="trend">Trend: ${trendLine(trend)}</h2>
${trendLists(trend).map(
  ([title, entries]) => html`<h3>${title}: ${entries.length}</h3>
<ul>${entries.slice(0, maxTrend).map(({ subject, message }) => html`<li><code>${subject}</code> ${message}</li>`)}</ul>`,
)}
</section>`;
}

/** The script shows the form. Without scripts, all findings are shown. */
function filterForm(report: ConformanceReport): Html {
  const findings = findingLists(report).flatMap((list) => list.findings);
  if (findings.length < 2) return html``;
  return html`<form aria-label="Filter of the findings" hidden>
${select('Kind', 'kind', [...new Set(findings.map(({ kind }) => kind))])}
${select('Resource', 'resource', [...new Set(findings.flatMap(resourcesOf))].sort())}
<label>Text <input name="text" type="search" autocomplete="off"></label>
<button type="reset">Show all</button>
<output></output>
</form>`;
}

function select(label: string, name: string, values: readonly string[]): Html {
  return html`<label>${label} <select name="${name}"><option value="">all</option>
${values.map((value) => html`<option>${value}</option>`)}</select></label>`;
}

function findingSections(report: ConformanceReport): Html[] {
  let left = maxFindings;
  return findingLists(report).map(({ title, findings }) => {
    const id = title.toLowerCase().replace(' ', '-');
    const items: Html[] = [];
    for (const finding of findings) {
      const item = left > 0 ? findingItem(finding) : findingLine(finding);
      left -= item.text.length;
      if (left < -maxFindings / 4) break;
      items.push(item);
    }
    const rest = findings.length - items.length;
    return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}: ${findings.length}</h2>
${items.length > 0 ? items : html`<p>None.</p>`}
${rest > 0 ? html`<p>The JSON report has ${countIn(rest, 'more cause')}.</p>` : ''}
</section>`;
  });
}

/** A finding without details. */
function findingLine(finding: ConformanceFinding): Html {
  return html`<p data-kind="${finding.kind}" data-resources="${resourcesOf(finding).join(' ')}">${titleOf(finding)}</p>`;
}

function findingItem(finding: ConformanceFinding): Html {
  const { kind, subject, message, sentence } = finding;
  return html`<details data-kind="${kind}" data-resources="${resourcesOf(finding).join(' ')}">
<summary><code>${subject}</code> ${message}${extentOf(finding)}</summary>
${sentence ? html`<blockquote><cite>Specification, ${sentence.section}</cite> ${sentence.text}</blockquote>` : ''}
${exampleBlocks(finding)}
${placeList(finding)}
</details>`;
}

function exampleBlocks(finding: ConformanceFinding): Html {
  const { subject, example, curl = [] } = finding;
  if (!example) return html``;
  const lines = diffOf(finding).map(({ sign, text }) => {
    if (sign === ' ') return html`<span>  ${text}</span>`;
    return sign === '-' ? html`<del>- ${text}</del>` : html`<ins>+ ${text}</ins>`;
  });
  const [sent] = exampleLines(example);
  return html`<h3>Request</h3>
${block(`Request of ${subject}`, sent)}
<h3>Response<span class="legend">: <del>- expected</del> <ins>+ received</ins></span></h3>
${block(`Response of ${subject}`, lines)}
${curl.length > 0 ? html`<h3>Reproduce</h3>\n${block(`Commands for ${subject}`, curl.join('\n'))}` : ''}`;
}

function block(label: string, text: string | readonly Html[]): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`;
}

function placeList({ others = [], places }: ConformanceFinding): Html {
  if (others.length === 0) return html``;
  const rest = places - 1 - others.length;
  return html`<h3>Other places</h3>
<ul>
${others.map(
  ({ subject, message, count, sentence }) =>
    html`<li><code>${subject}</code> ${message}${count > 1 ? ` (${count} times)` : ''}${
      sentence ? html`<br><cite>${sentence.section}: ${sentence.text}</cite>` : ''
    }</li>`,
)}
${rest > 0 ? html`<li>${rest} more</li>` : ''}
</ul>`;
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
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${countOf(title, checks)}</h2>
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
  const rest = created.length - maxCreated;
  return html`<section aria-labelledby="created">
<h2 id="created">Records created: ${created.length}</h2>
<p>The API cannot delete most of them.</p>
<ul>${created.slice(0, maxCreated).map((record) => html`<li>${createdLine(record)}</li>`)}</ul>
${rest > 0 ? html`<p>The text and JSON reports list ${rest} more.</p>` : ''}
</section>`;
}
