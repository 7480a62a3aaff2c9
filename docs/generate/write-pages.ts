/** Regenerates docs/coverage.md, docs/policies.md and docs/resources: `npm run docs:generate`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComments } from './comments.ts';
import { withCoverage } from './coverage-page.ts';
import { withPolicies } from './policies.ts';
import { resourcePages } from './resource-pages.ts';

const docs = join(import.meta.dirname, '..');
const comments = readComments();

const coverage = join(docs, 'coverage.md');
writeFileSync(coverage, withCoverage(readFileSync(coverage, 'utf8'), comments));

const policies = join(docs, 'policies.md');
writeFileSync(policies, withPolicies(readFileSync(policies, 'utf8')));

const resources = join(docs, 'resources');
const pages = await resourcePages(comments);
rmSync(resources, { recursive: true, force: true });
mkdirSync(resources);
for (const [name, text] of pages) writeFileSync(join(resources, name), text);
