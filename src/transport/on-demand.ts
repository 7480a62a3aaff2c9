/**
 * The code that the simplest successful call does not need. It is loaded in the background when a client is created:
 * the first call does not wait for it, and a page that has been open for days still has it. It imports no module of
 * the main bundle, so that a bundler has no reason to split that bundle.
 */

export { describeFetchError } from './describe-fetch-error.ts';
export { describeInvalidData, describeResponse } from './describe-response.ts';
export { describeTimeout } from './describe-timeout.ts';
export { formatIssues } from './format-issues.ts';
export { kyFetch } from './ky-fetch.ts';
export { describeIncomplete, readPages } from './pages.ts';
export { followRedirects } from './redirect.ts';
export { sendWithRetries } from './send-with-retries.ts';
export { sendWithTokenFunction } from './send-with-token-function.ts';
export { toResponse } from './to-response.ts';
