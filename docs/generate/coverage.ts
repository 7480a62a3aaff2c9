/** Rewrites docs/coverage.md from the contract: `npm run docs:coverage`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCoverage } from './coverage-page.ts';

const page = join(import.meta.dirname, '../coverage.md');
writeFileSync(page, withCoverage(readFileSync(page, 'utf8')));
