import { describe, expect, test } from 'vitest';
import { InvalidRequestError, MasterDataClient, toFormErrors } from '../../src/index.ts';
import { startMock } from '../mock/helpers.ts';

const fields = ['name', 'reference', 'shipping.weight', 'tax_ids'] as const;

/** Returns the error of a call that the service responds to with an error body. */
async function rejected(details?: unknown): Promise<unknown> {
  const mock = startMock();
  mock.faults.add({ status: 400, body: { success: false, error: 'Validation error', details } });
  const outcome = await new MasterDataClient(mock.clientOptions).customers.list().result();
  return outcome.ok ? undefined : outcome.error;
}

describe('the issues of an error', () => {
  test('belong to the fields of their paths', async () => {
    const details = [
      { path: 'name', message: 'is required' },
      { path: 'shipping[weight]', message: 'must be a number' },
      { path: 'tax_ids.0.tax', message: 'must be a UUID' },
    ];
    expect(toFormErrors(await rejected(details), fields)).toEqual({
      name: 'is required',
      'shipping.weight': 'must be a number',
      tax_ids: '0.tax must be a UUID',
    });
  });

  test('are joined if a field has several', async () => {
    const details = [
      { path: 'name', message: 'is too long' },
      { path: 'name', message: 'is not unique' },
    ];
    expect(toFormErrors(await rejected(details), fields)).toEqual({ name: 'is too long; is not unique' });
  });

  test('belong to the root if the form lacks the field', async () => {
    const details = { name: 'is required', logo: 'must be a URL', names: 'is unknown' };
    expect(toFormErrors(await rejected(details), fields)).toEqual({
      name: 'is required',
      root: 'logo must be a URL; names is unknown',
    });
  });

  test('belong to the closest field', async () => {
    const error = await rejected({ 'price[tax]': 'is unknown', 'price[amount]': 'is required' });
    expect(toFormErrors(error, ['price', 'price.amount'])).toEqual({
      price: 'tax is unknown',
      'price.amount': 'is required',
    });
  });

  test('that are texts belong to the field that they start with', async () => {
    const details = ['name is required', 'shipping[weight] must be a number', 'tax_ids.0.tax has no rate'];
    expect(
      toFormErrors(await rejected([...details, 'Something else', 'names is unknown', 'name must-have']), fields),
    ).toEqual({
      name: 'is required; name must-have',
      'shipping.weight': 'must be a number',
      tax_ids: '0.tax has no rate',
      root: 'Something else; names is unknown',
    });
  });

  test('that are other texts keep the name', async () => {
    expect(toFormErrors(await rejected(['name of the tax is required', 'reference']), fields)).toEqual({
      name: 'name of the tax is required',
      reference: 'reference',
    });
  });

  test('belong to fields with the names of members that all objects have', async () => {
    const error = await rejected({ constructor: 'is required', 'settings.__proto__': 'is unknown' });
    const { root, ...messages } = toFormErrors(error, ['constructor', 'settings.__proto__']);
    expect(root).toBeUndefined();
    expect(Object.entries(messages)).toEqual([
      ['constructor', 'is required'],
      ['settings.__proto__', 'is unknown'],
    ]);
    const own = new InvalidRequestError('no', [{ path: '__proto__', message: 'is unknown' }]);
    expect(Object.entries(toFormErrors(own, ['__proto__']))).toEqual([['__proto__', 'is unknown']]);
  });

  test('of a request that was not sent belong to the fields as well', () => {
    const error = new InvalidRequestError('not sent', [{ path: 'name', message: 'is required' }]);
    expect(toFormErrors(error, fields)).toEqual({ name: 'is required' });
  });
});

test('a text of the details is at the root', async () => {
  expect(toFormErrors(await rejected('The workspace is locked'), fields)).toEqual({ root: 'The workspace is locked' });
});

test.each<[unknown, object]>([
  ['', { root: 'Validation error' }],
  [[''], { root: 'Validation error' }],
  [{ name: '' }, { name: 'Validation error' }],
  [[{ path: 'name', message: ' ' }, 'reference is required'], { name: 'Validation error', reference: 'is required' }],
  [{ logo: '' }, { root: 'logo Validation error' }],
  ['name', { name: 'name' }],
])('no message is empty for the details %j', async (details, expected) => {
  expect(toFormErrors(await rejected(details), fields)).toEqual(expected);
});

test('an error without details has its text at the root', async () => {
  expect(toFormErrors(await rejected(), fields)).toEqual({ root: 'Validation error' });
  expect(toFormErrors(new TypeError('fetch failed'), fields)).toEqual({ root: 'fetch failed' });
  expect(toFormErrors('a text', fields)).toEqual({ root: 'a text' });
});

test.each<[unknown, string]>([
  ['no', 'no'],
  [7, '7'],
  [{ message: 'no' }, 'no'],
  [undefined, 'undefined'],
  [Object.create(null), 'unknown error'],
  [Object.defineProperty(new Error('x'), 'message', { get: () => Object.create(null) }), 'unknown error'],
])('another thrown value has its text at the root (case %#)', (thrown, root) => {
  expect(toFormErrors(thrown, fields)).toEqual({ root });
});

test('names the fields in its type', () => {
  const errors = toFormErrors(undefined, ['name', 'city']);
  const messages: (string | undefined)[] = [errors.name, errors.city, errors.root];
  // @ts-expect-error: not a field of the form.
  messages.push(errors.logo);
  expect(messages).toEqual([undefined, undefined, 'undefined', undefined]);
});
