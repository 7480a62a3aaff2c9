import { operations } from '../../src/contract/operations.ts';

const documentedPaths = operations.map(({ method, path }) => ({ method, segments: path.split('/').slice(2) }));

/** No documented path has more segments below `/api/`. */
const maxSegments = 4;

/** Suggests a documented path if only the prefix, the slashes or the spelling of a path are wrong. */
export function suggestPath(method: string, path: string): string | undefined {
  const segments = path.split('/').filter(Boolean).slice(-maxSegments);
  for (let from = 0; from < segments.length; from += 1) {
    const suggestion = findSimilar(method, segments.slice(from));
    if (suggestion !== undefined) return suggestion;
  }
  return undefined;
}

function findSimilar(method: string, sent: readonly string[]): string | undefined {
  const similar = documentedPaths.find(
    (documented) =>
      documented.method === method &&
      documented.segments.length === sent.length &&
      documented.segments.every((segment, at) => isParameter(segment) || stem(segment) === stem(sent[at] ?? '')),
  );
  return (
    similar && `/api/${similar.segments.map((segment, at) => (isParameter(segment) ? sent[at] : segment)).join('/')}`
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Returns the part that `productParents`, `product_parent` and `product-parents` have in common. */
function stem(segment: string): string {
  return segment
    .slice(0, 40)
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?:e?s)*e?$/, '');
}
