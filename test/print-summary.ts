/**
 * Prints the results of test runs for `.ci/run`: the tests that passed only at the second attempt, and the count
 * of tests as the last line. Arguments: the JSON report and the exit status of each run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The part of a JSON report of Vitest that the summary reads. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** The errors of all attempts. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const noReport: Report = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

const total = { passed: 0, failed: 0, skipped: 0 };
const retried: string[] = [];

for (let args = process.argv.slice(2); args.length > 0; args = args.slice(2)) {
  const [file = '', status] = args;
  const report: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : noReport;
  // A file that did not load counts as a failure, and so does anything else that made a run fail.
  const broken = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0);
  const succeeded = status === '0' && report.numPassedTests > 0;
  total.passed += report.numPassedTests;
  total.failed += Math.max(report.numFailedTests + broken.length, succeeded ? 0 : 1);
  total.skipped += report.numPendingTests + report.numTodoTests;
  retried.push(...retriedTests(report));
}

if (retried.length > 0) {
  console.log(`Passed only at the second attempt. Find the cause of each with --retry=0:\n${retried.join('\n')}`);
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Describes the tests that passed after a failed attempt, with the error of that attempt. */
function retriedTests({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [error = ''] }) => {
        const lines = error.split('\n').map((line) => `    ${line}`);
        return `- ${relative(process.cwd(), name)}: ${fullName}\n${lines.join('\n')}`;
      }),
  );
}
