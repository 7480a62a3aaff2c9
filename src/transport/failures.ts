/**
 * The code that runs only if an attempt fails. It is loaded in the background when a client is created: the first call
 * does not wait for it, and a page that has been open for days still has it. It imports no module of the main bundle,
 * so that a bundler has no reason to split that bundle.
 */

export { describeFetchError } from './describe-fetch-error.ts';
export { describeInvalidData, describeResponse, describeUnexpected } from './describe-response.ts';
export { formatIssues } from './format-issues.ts';
export { describeIncomplete, readPages } from './pages.ts';
export { redactedData } from './redacted-response.ts';
export { followRedirects } from './redirect.ts';
export { sendWithRetries } from './send-with-retries.ts';
