/** Takes the place of `masterdata-sdk/mock/msw` in Node, as `node-checked.ts` does. */
import { requireEntry } from './msw/require-entry.ts';

export const { mockHandlers } = requireEntry<typeof import('./msw.ts')>('./msw.js', import.meta.url);
