import { hasMethods, memberOf, preview, previewWithoutText, tagOf } from '../contract/printable.ts';
import { listValid } from '../contract/unknown-name.ts';
import { ConfigurationError } from '../errors/index.ts';
import { isGroup } from '../wire/brackets.ts';

/** The longest delay of a timer. A longer one would fire immediately. */
export const maxDelay = 2 ** 31 - 1;

/** The description of a valid value, and a test for it. An object of rules describes a nested object. */
export type Rule = readonly [expected: string, isValid: (value: unknown) => boolean] | Rules;
export interface Rules {
  readonly [name: string]: Rule;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

// Not `String(value)`: it would also accept `['POST']`, and later comparisons would not.
// Because of these annotations, bundlers remove the rules from a page that does not create a client.
// @__NO_SIDE_EFFECTS__
function oneOf(...texts: readonly unknown[]) {
  return (value: unknown): boolean => texts.includes(value);
}

const aFunction: Rule = ['a function', isFunction];
const aString: Rule = ['a string', (value) => typeof value === 'string'];
const aBoolean: Rule = ['true or false', (value) => typeof value === 'boolean'];
const mode: Rule = ["'off', 'warn' or 'throw'", oneOf('off', 'warn', 'throw')];
const milliseconds: Rule = [
  'false or milliseconds above 0 and below 2^31',
  (value) => value === false || (typeof value === 'number' && value > 0 && value <= maxDelay),
];
/** Tokens and headers may contain secrets: their own checks never show them. */
const checkedElsewhere: Rule = ['', () => true];

const sharedRules: Rules = {
  apiToken: checkedElsewhere,
  timeout: milliseconds,
  totalTimeout: milliseconds,
  maxRetries: ['a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0],
  retryPosts: aBoolean,
  shouldRetry: aFunction,
  headers: checkedElsewhere,
  maxResponseBytes: [
    'false or a whole number of bytes above 0',
    (value) => value === false || (Number.isInteger(value) && Number(value) > 0),
  ],
  validation: { requests: mode, responses: mode },
};

export const clientRules: Rules = /* @__PURE__ */ Object.assign({}, sharedRules, {
  baseUrl: aString,
  fetch: aFunction,
  ky: ['a ky instance', (value) => isFunction(value) && hasMethods(value, 'extend')],
  hooks: { onRequest: aFunction, onResponse: aFunction, onRetry: aFunction, onError: aFunction },
  logger: [
    'an object with debug, info, warn and error',
    (value) => hasMethods(value, 'debug', 'info', 'warn', 'error'),
  ],
  logLevel: aString,
  redactedFields: [
    'an array of strings',
    (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  ],
  appInfo: { name: aString, version: aString, url: aString },
  allowTokenInBrowser: aBoolean,
  callHeaders: aBoolean,
} satisfies Rules);

// Another object, such as URLSearchParams, has its parameters elsewhere than in its properties.
const plainObject: Rule = ['a plain object', (value) => tagOf(value) === 'Object'];

/** The input of `client.call`. */
export const callRules: Rules = { params: plainObject, query: plainObject, body: checkedElsewhere };

/** The parameter of `client.request`. */
export const customRequestRules: Rules = {
  method: ['one of GET, POST, PUT, PATCH, DELETE', oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')],
  path: checkedElsewhere,
  query: plainObject,
  body: checkedElsewhere,
  schema: ['a Standard Schema', (value) => hasMethods(memberOf(value, '~standard'), 'validate')],
};

const abortSignal: Rule = ['an AbortSignal', (value) => hasMethods(value, 'addEventListener', 'throwIfAborted')];

export const requestRules: Rules = /* @__PURE__ */ Object.assign({}, sharedRules, {
  signal: abortSignal,
  cooldown: ['an object with remaining and start', (value) => hasMethods(value, 'remaining', 'start')],
} satisfies Rules);

export const concurrencyRules: Rules = {
  concurrency: ['a positive integer', (value) => Number.isInteger(value) && Number(value) > 0],
  signal: abortSignal,
  maxCooldown: ['a number of milliseconds from 0', (value) => typeof value === 'number' && value >= 0],
  onProgress: aFunction,
};

/**
 * Rejects unknown and malformed options, which TypeScript does not see in JavaScript. `undefined` is always valid.
 * Returns the options as a plain object. Each is read once, even if it is a getter or inherited from a class.
 */
export function checkOptions<O>(options: O, rules: Rules, prefix = ''): O {
  // Hooks can be the exports of a module: `import * as hooks`.
  if (!/^(?:Object|Module)$/.test(tagOf(options))) {
    throw new ConfigurationError(`${prefix || 'options'}: must be an object, received ${previewWithoutText(options)}`);
  }
  const checked: { [name: string]: unknown } = {};
  for (const name of new Set([...Object.keys(options ?? {}), ...Object.keys(rules)])) {
    const subject = prefix ? `${prefix}.${name}` : name;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      // An instance of a class may have fields of its own.
      if (!isGroup(options)) continue;
      const valid = listValid('options', name, Object.keys(rules));
      throw new ConfigurationError(`Unknown option "${subject}".${valid}`);
    }
    const value = memberOf(options, name);
    if (value === undefined) continue;
    checked[name] = value;
    if (!isLeaf(rule)) checkOptions(value, rule, subject);
    else if (!rule[1](value)) {
      throw new ConfigurationError(`${subject}: must be ${rule[0]}, received ${preview(value)}`);
    }
  }
  // Each rule has checked its value.
  return checked as O;
}

function isLeaf(rule: Rule): rule is Exclude<Rule, Rules> {
  return Array.isArray(rule);
}
