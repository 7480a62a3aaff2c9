import { found, type Probe, undetermined } from '../probe.ts';
import { says } from '../rule.ts';

export const rateLimit: Probe<'rateLimit'> = {
  sentence: says(
    'Limits',
    'Rate limits are enforced per workspace. Numeric values, window and response headers: not shown.',
  ),
  // Reads the headers of the exchanges so far. The kit never exhausts a limit on purpose: others share it.
  async find({ exchanges, sender }) {
    const limits = exchanges.flatMap((exchange) => (exchange.limit ? [{ ...exchange.limit, exchange }] : []));
    const [first] = limits;
    if (!first) {
      const seen = sender.rateLimited.length > 0 ? 'a call was rate-limited, but' : `in ${exchanges.length} responses`;
      return undetermined(`${seen} no response has RateLimit headers`);
    }
    if (limits.some(({ limit }) => limit !== first.limit)) return undetermined('the limit changes between responses');
    const opening = limits.find(({ limit, remaining, reset }) => remaining === limit - 1 && reset > 1);
    if (!opening) return undetermined(`the limit is ${first.limit}, but no response shows the start of a window`);
    return found({ limit: opening.limit, window: opening.reset * 1000, algorithm: 'fixed-window' }, opening.exchange);
  },
};

export const rateLimitHeaders: Probe<'rateLimitHeaders'> = {
  sentence: rateLimit.sentence,
  async find({ exchanges, sender }) {
    for (const exchange of exchanges) {
      if ('x-ratelimit-limit' in exchange.headers) return found('x-ratelimit', exchange);
      if ('ratelimit-limit' in exchange.headers) return found('ratelimit', exchange);
    }
    const [limited] = sender.rateLimited;
    return limited
      ? found('none', limited)
      : undetermined(`no call was rate-limited, and no response has RateLimit headers`);
  },
};
