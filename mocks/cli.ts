#!/usr/bin/env node
/** The command `masterdata-sdk`. */
import { readFileSync } from 'node:fs';
import { createProgram } from './cli/program.ts';

// Not an import: the path to package.json is the same before and after the build.
const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const args = process.argv.slice(2);
await createProgram(version).parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' });
