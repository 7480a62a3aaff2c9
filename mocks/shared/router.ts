/** The target of a path, and the parameters in the path. */
export interface Match<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

interface Node<Target> {
  readonly children: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  readonly targets: Map<string, { readonly target: Target; readonly names: readonly string[] }>;
}

/** A tree of path segments. */
export class Router<Target> {
  readonly #root: Node<Target> = node();

  /** Adds a target for a path with parameters in braces, for example `/api/products/{id}`. */
  add(method: string, path: string, target: Target): void {
    const names: string[] = [];
    let at = this.#root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next = at.children.get(segment) ?? node();
        at.children.set(segment, next);
        at = next;
      }
    }
    at.targets.set(method, { target, names });
  }

  /** Returns the target of the method and path, or the targets of other methods of the path, or undefined. */
  find(method: string, path: string): Match<Target> | { readonly others: readonly Target[] } | undefined {
    const values: string[] = [];
    let at: Node<Target> | undefined = this.#root;
    // Not `split`, which creates an array for each request.
    for (let from = 1, end = 0; end !== path.length; from = end + 1) {
      const slash = path.indexOf('/', from);
      end = slash === -1 ? path.length : slash;
      const segment = path.slice(from, end);
      const next: Node<Target> | undefined = at.children.get(segment);
      if (!next && segment !== '') values.push(segment);
      at = next ?? (segment === '' ? undefined : at.parameter);
      if (!at) return undefined;
    }
    const found = at.targets.get(method);
    if (!found)
      return at.targets.size > 0 ? { others: [...at.targets.values()].map(({ target }) => target) } : undefined;
    const params: Record<string, string> = {};
    found.names.forEach((name, position) => {
      params[name] = decodeSegment(values[position] ?? '');
    });
    return { target: found.target, params };
  }
}

function node<Target>(): Node<Target> {
  return { children: new Map(), targets: new Map() };
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
