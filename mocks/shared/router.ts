/** The target of a path, and the parameters in the path. */
export interface Match<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

interface Node<Target> {
  readonly children: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  readonly targets: Map<string, { readonly target: Target; readonly path: string }>;
}

/** A tree of path segments. */
export class Router<Target> {
  readonly #root: Node<Target> = node();

  /** Adds a target for a path with parameters in braces, for example `/api/products/{id}`. */
  add(method: string, path: string, target: Target): void {
    let at = this.#root;
    for (const segment of segmentsOf(path)) {
      if (isParameter(segment)) {
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next = at.children.get(segment) ?? node();
        at.children.set(segment, next);
        at = next;
      }
    }
    at.targets.set(method, { target, path });
  }

  /**
   * Returns the target of the method and path, or the targets of other methods of the path, or undefined. A path
   * without parameters comes before one with parameters.
   */
  find(method: string, path: string): Match<Target> | { readonly others: readonly Target[] } | undefined {
    const segments = segmentsOf(path);
    const nodes = findNodes(this.#root, segments);
    const found = nodes.find(({ targets }) => targets.has(method))?.targets.get(method);
    if (!found) {
      const others = nodes.flatMap(({ targets }) => Array.from(targets.values(), ({ target }) => target));
      return others.length > 0 ? { others } : undefined;
    }
    const params: Record<string, string> = {};
    for (const [index, name] of segmentsOf(found.path).entries()) {
      if (isParameter(name)) params[name.slice(1, -1)] = decodeSegment(segments[index] ?? '');
    }
    return { target: found.target, params };
  }
}

function node<Target>(): Node<Target> {
  return { children: new Map(), targets: new Map() };
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(1).split('/');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Returns all nodes that segments lead to. A segment can be a child and the value of a parameter. */
function findNodes<Target>(at: Node<Target>, segments: readonly string[], from = 0): readonly Node<Target>[] {
  const segment = segments[from];
  if (segment === undefined) return [at];
  const child = at.children.get(segment);
  const parameter = segment === '' ? undefined : at.parameter;
  return [
    ...(child ? findNodes(child, segments, from + 1) : []),
    ...(parameter ? findNodes(parameter, segments, from + 1) : []),
  ];
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
