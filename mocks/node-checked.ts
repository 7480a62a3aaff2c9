/**
 * Takes the place of `masterdata-sdk/mock/node` in Node, to say what to install if MSW is missing. An import of MSW in
 * this file would fail before any of its code runs. Bundlers and Jest load the other file, because a bundle has no file
 * to require.
 */
import { requireEntry } from './msw/require-entry.ts';

export const { setupMockServer } = requireEntry<typeof import('./node.ts')>('./node.js', import.meta.url);
