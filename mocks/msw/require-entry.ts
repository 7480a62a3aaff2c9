import { createRequire } from 'node:module';
import { errorMessage } from '../shared/errors.ts';

/**
 * Loads an entry point that imports MSW.
 *
 * @param file The built file, relative to the caller.
 * @param from The URL of the caller.
 * @throws An Error that says what to install if MSW is missing.
 */
export function requireEntry<Entry>(file: string, from: string): Entry {
  try {
    return createRequire(from)(file);
  } catch (error) {
    if (!/'msw(?:\/\w+)?'/.test(errorMessage(error))) throw error;
    throw new Error(
      'masterdata-sdk/mock/node and masterdata-sdk/mock/msw: need the package msw, which is not installed. ' +
        'Run npm install --save-dev msw. mock.fetch of masterdata-sdk/mock needs no package.',
      { cause: error },
    );
  }
}
