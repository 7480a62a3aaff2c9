import { HttpError } from '../shared/http-error.ts';
import { routedMethod } from '../shared/http-messages.ts';
import { type Match, Router } from '../shared/router.ts';
import { root } from './define-routes.ts';

/** The routes of a control API, by method and path. */
export class ControlRouter<Target> {
  readonly #router = new Router<{ readonly method: string; readonly target: Target }>();

  /** Adds a route, for example `GET /faults`. */
  add(route: string, target: Target): void {
    const [method = '', path = ''] = route.split(' ');
    this.#router.add(method, withoutSlash(root + path), { method, target });
  }

  /**
   * Returns the target of a request.
   *
   * @throws An {@link HttpError} with status 404 for an unknown path, or with 405 for a method of others.
   */
  find(method: string, path: string): Match<Target> {
    const found = this.#router.find(routedMethod(method), withoutSlash(path));
    if (!found) throw new HttpError(404, `Unknown path ${path}. GET ${root}/ lists the valid ones.`);
    if ('others' in found) {
      const allow = found.others.flatMap((other) => (other.method === 'GET' ? ['GET', 'HEAD'] : [other.method]));
      const headers = { allow: [...new Set(allow)].join(', ') };
      throw new HttpError(405, `${path} does not accept ${method}. Valid methods: ${headers.allow}.`, { headers });
    }
    return { target: found.target.target, params: found.params };
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
