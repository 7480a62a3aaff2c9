/**
 * Headers of every response of the control API, as names and values in turn. Pages of other origins must not run a
 * response as a script or embed it. They can still read it with CORS, if the server admits their origin.
 */
export const controlSecurityHeaders: readonly string[] = [
  'cross-origin-resource-policy',
  'same-origin',
  'x-content-type-options',
  'nosniff',
];

/**
 * Headers of every response of the API, as names and values in turn. Faults can return any body, and many mocks share
 * one origin: these headers keep a browser from running the body of one in the name of the others.
 */
export const securityHeaders: readonly string[] = [
  'content-security-policy',
  "default-src 'none'; sandbox",
  'x-content-type-options',
  'nosniff',
];

/**
 * Headers of every file of the workbench. The page runs its own script, draws its own styles, and talks to the server
 * that it came from.
 */
export const workbenchSecurityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
