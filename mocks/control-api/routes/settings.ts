import { type MockPolicies, resolvePolicies } from '../../controls/policies.ts';
import { describePolicies } from '../../controls/policy-descriptions.ts';
import type { TokenOptions } from '../../controls/tokens.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { HttpError } from '../../shared/http-error.ts';
import { isObject } from '../../shared/json.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { iso } from '../../shared/time.ts';
import { created, defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { clockBody } from '../schemas.ts';

/** The clock, the tokens and the policies. */
export function settingsRoutes({ clock, tokens, policies }: MockServer) {
  return defineRoutes({
    'GET /clock': () => ok(describeClock(clock)),
    'POST /clock': ({ json }) => {
      setClock(clock, json);
      return ok(describeClock(clock));
    },

    'GET /tokens': () => ok({ tokens: tokens.list() }),
    'POST /tokens': ({ json = {}, assertToken }) => {
      if (isObject(json)) assertToken(json['token']);
      return created({ token: tokens.issue(json as TokenOptions) });
    },
    'DELETE /tokens/{token}': ({ params: { token } }) => {
      if (!tokens.revoke(token)) throw notFound('Token not found');
      return ok({ revoked: true });
    },

    'GET /policies': () => ok(policies),
    'GET /policies/describe': () => ok({ policies: describePolicies(policies) }),
    'PATCH /policies': ({ json }) => ok(setPolicies(policies, json)),
  });
}

/** The clock of a mock. */
export interface ControlClock {
  /** The time, as an ISO 8601 string. */
  readonly now: string;
  /** The time in milliseconds since 1970. */
  readonly milliseconds: number;
  /** Whether the clock stands still. */
  readonly isStopped: boolean;
}

function describeClock({ now, isStopped }: MockServer['clock']): ControlClock {
  const milliseconds = now();
  return { now: iso(milliseconds), milliseconds, isStopped };
}

function setClock(clock: MockServer['clock'], json: unknown): void {
  const { set, advance, resume } = parseOptions(clockBody, json, 'clock');
  if ([set, advance, resume].filter((each) => each !== undefined).length !== 1) {
    throw new HttpError(400, 'clock: must be {"set": date}, {"advance": milliseconds} or {"resume": true}');
  }
  if (set !== undefined) clock.set(set);
  else if (advance !== undefined) clock.advance(advance);
  else clock.resume();
}

/** Sets the given policies, or none of them if one is invalid. */
function setPolicies(policies: MockPolicies, json: unknown): MockPolicies {
  if (!isObject(json)) throw new HttpError(400, 'policies: must be an object');
  const parsed = resolvePolicies(json);
  for (const name of Object.keys(json)) Reflect.set(policies, name, Reflect.get(parsed, name));
  return policies;
}
