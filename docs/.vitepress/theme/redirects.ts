/** Pages and headings that moved, with their new paths. A static site cannot redirect, so the page does. */
export const redirects: Readonly<Record<string, string>> = {
  '/client#bulk-operations': '/lists#bulk-operations',
  '/client#define-an-operation-once': '/own-operations#define-an-operation-once',
  '/client#find-a-record-by-external-id': '/lists#find-a-record-by-external-id',
  '/client#hooks': '/observability#hooks',
  '/client#lists': '/lists#lists',
  '/client#logging': '/observability#logging',
  '/client#operations-without-a-method': '/own-operations#operations-without-a-method',
  '/client#redacted-tokens': '/observability#redacted-tokens',
  '/conformance#options': '/conformance-options#options',
  '/conformance#what-it-cannot-determine': '/conformance-checks#what-it-cannot-determine',
  '/conformance#what-it-checks': '/conformance-checks#what-it-checks',
  '/conformance#why-you-can-trust-the-kit': '/conformance-checks#why-you-can-trust-the-kit',
  '/faq#why-does-a-page-get-a-cors-error': '/troubleshooting#browsers-do-not-say-why-check-cors',
  '/faq#why-does-jest-fail-to-load-msw': '/troubleshooting#must-use-import-to-load-es-module',
  '/faq#why-does-jest-say-textencoder-is-not-defined': '/troubleshooting#textencoder-is-not-defined',
  '/forms#errors-of-the-service': '/forms#show-the-errors-of-the-service',
  '/front-end#nextjs': '/nextjs',
  '/front-end#react-and-tanstack-query': '/react',
  '/server#options': '/server-options#options',
  '/testing#bun-and-deno': '/test-runners#bun',
  '/testing#cypress': '/end-to-end#cypress',
  '/testing#journal': '/matchers#journal',
  '/testing#matchers': '/matchers#matchers',
  '/import#files-in-a-program': '/import#load-a-csv-file-in-a-test',
  '/import#rows-of-a-program': '/import#add-rows-to-a-running-mock',
  '/own-operations#an-endpoint-without-code': '/own-operations#an-endpoint-with-a-fixed-response',
  '/server#operations-of-your-own': '/server#your-own-operations',
  '/testing#operations-of-your-own': '/own-operations#add-an-operation',
  '/testing#plausible-operations': '/own-operations#plausible-operations',
  '/testing#playwright': '/end-to-end#playwright',
  '/testing#set-up-the-matchers': '/matchers#set-up-the-matchers',
  '/testing#tables-of-your-own': '/own-operations#add-a-table',
  '/workbench#explorer': '/workbench-pages#explorer',
  '/workbench#failures': '/workbench-pages#failures',
  '/workbench#history': '/workbench-pages#history',
  '/workbench#keyboard': '/workbench-pages#keyboard',
  '/workbench#overview': '/workbench-pages#overview',
  '/workbench#policies': '/workbench-pages#policies',
  '/workbench#records': '/workbench-pages#records',
  '/workbench#requests': '/workbench-pages#requests',
  '/workbench#sandboxes': '/workbench-pages#sandboxes',
  '/workbench#snapshots': '/workbench-pages#snapshots',
  '/workbench#time': '/workbench-pages#time',
  '/workbench#tokens': '/workbench-pages#tokens',
};

/** Returns the new path of a location, both without the base path of the site. A moved page keeps its fragment. */
export function findRedirect(pathname: string, fragment: string): string | undefined {
  const page = pathname.replace(/\.html$/, '');
  const moved = redirects[page + fragment];
  if (moved !== undefined) return moved;
  const target = redirects[page];
  return target && target + (target.includes('#') ? '' : fragment);
}
