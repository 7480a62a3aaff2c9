import fc from 'fast-check';
import { isLong } from './sample.ts';

// Every other run draws the same cases, so a test that begins to fail was broken by a change.
if (!isLong) fc.configureGlobal({ seed: 1 });

export { fc };
