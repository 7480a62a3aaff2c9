import fc from 'fast-check';

// `npm test` draws the same cases in every run, so a test that begins to fail was broken by a change.
// `npm run test:long` draws new cases.
if (process.env['TEST_LONG'] === undefined) fc.configureGlobal({ seed: 1 });

export { fc };
