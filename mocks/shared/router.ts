/** The target of a path, and the parameters in the path. */
export interface Match<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

interface Route<Target> {
  readonly target: Target;
  /** The parameters, by the positions of their segments. */
  readonly parameters: readonly (readonly [position: number, name: string])[];
}

interface Node<Target> {
  readonly children: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  readonly routes: Map<string, Route<Target>>;
}

/** A tree of path segments. */
export class Router<Target> {
  readonly #root: Node<Target> = node();

  /** Adds a target for a path with parameters in braces, for example `/api/products/{id}`. */
  add(method: string, path: string, target: Target): void {
    let at = this.#root;
    const parameters: [number, string][] = [];
    for (const [position, segment] of path.split('/').entries()) {
      if (isParameter(segment)) {
        parameters.push([position, segment.slice(1, -1)]);
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next = at.children.get(segment) ?? node();
        at.children.set(segment, next);
        at = next;
      }
    }
    at.routes.set(method, { target, parameters });
  }

  /**
   * Returns the target of the method and path, or the targets of other methods of the path, or undefined. A path
   * without parameters comes before one with parameters.
   */
  find(method: string, path: string): Match<Target> | { readonly others: readonly Target[] } | undefined {
    const segments = path.split('/');
    const nodes = findNodes(this.#root, segments);
    for (const { routes } of nodes) {
      const route = routes.get(method);
      if (!route) continue;
      const params: Record<string, string> = {};
      for (const [position, name] of route.parameters) params[name] = decodeSegment(segments[position] ?? '');
      return { target: route.target, params };
    }
    const others = nodes.flatMap(({ routes }) => Array.from(routes.values(), ({ target }) => target));
    return others.length > 0 ? { others } : undefined;
  }
}

function node<Target>(): Node<Target> {
  return { children: new Map(), routes: new Map() };
}

/** Returns the names of the parameters in a path: `['id']` for `/api/products/{id}`. */
export function parameterNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Returns all nodes that segments lead to. A segment can be a child and the value of a parameter. */
function findNodes<Target>(
  at: Node<Target>,
  segments: readonly string[],
  from = 0,
  found: Node<Target>[] = [],
): readonly Node<Target>[] {
  const segment = segments[from];
  if (segment === undefined) {
    found.push(at);
    return found;
  }
  const child = at.children.get(segment);
  if (child) findNodes(child, segments, from + 1, found);
  if (at.parameter && segment !== '') findNodes(at.parameter, segments, from + 1, found);
  return found;
}

/** Decodes a segment of a path. Returns a badly encoded segment unchanged. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
