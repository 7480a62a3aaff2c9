/**
 * The headers that tell a mock which requests are attempts of one call. The specification does not name them, so a
 * service of another origin may not allow them to a page.
 */

/** A random id, equal for all attempts of a call. */
export const callIdHeader = 'x-call-id';

/** The number of earlier attempts. The first attempt does not have it. */
export const retryCountHeader = 'x-retry-count';
