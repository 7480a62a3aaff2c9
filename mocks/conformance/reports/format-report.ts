import type { ConformanceReport } from '../report.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderText } from './text.ts';

const renderers = {
  text: renderText,
  json: (report: ConformanceReport) => `${JSON.stringify(report, null, 2)}\n`,
  junit: renderJunit,
  html: renderHtml,
};

/** The format of a report file. */
export type ReportFormat = keyof typeof renderers;

/**
 * Returns a report as text for a terminal, as JSON, as JUnit XML, or as one self-contained HTML file.
 *
 * @throws A TypeError if there is no such format.
 */
export function formatReport(report: ConformanceReport, format: ReportFormat): string {
  if (!Object.hasOwn(renderers, format)) {
    throw new TypeError(`Unknown format "${String(format)}". Valid formats: ${Object.keys(renderers).join(', ')}.`);
  }
  return renderers[format](report);
}
