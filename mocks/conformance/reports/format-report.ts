import { printableJson } from '../../shared/escape.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { escapeValues } from './printable-report.ts';
import type { ConformanceReport } from './report.ts';
import { renderText } from './text.ts';

const renderers = {
  text: (report: ConformanceReport) => renderText(escapeValues(report)),
  json: (report: ConformanceReport) => `${printableJson(report, 2)}\n`,
  junit: (report: ConformanceReport) => renderJunit(escapeValues(report)),
  html: (report: ConformanceReport) => renderHtml(escapeValues(report)),
  github: (report: ConformanceReport) => renderGithub(escapeValues(report)),
};

/** The format of a report file. */
export type ReportFormat = keyof typeof renderers;

/**
 * Returns a report as text for a terminal, as JSON, as JUnit XML, as one self-contained HTML file, or as annotations of
 * GitHub Actions. Each of them is safe to print: control characters and invisible characters of the server are escaped.
 *
 * @throws A TypeError if there is no such format.
 */
export function formatReport(report: ConformanceReport, format: ReportFormat): string {
  if (!Object.hasOwn(renderers, format)) {
    throw new TypeError(`Unknown format "${String(format)}". Valid formats: ${Object.keys(renderers).join(', ')}.`);
  }
  return renderers[format](report);
}
