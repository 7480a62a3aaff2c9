#!/usr/bin/env node
/** `masterdata-mock`: the service as a real HTTP server. */
import { readFileSync } from 'node:fs';
import { createProgram } from './cli/program.ts';

// Read and not imported: it lies beside the folder of this file, both before and after the build.
const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

await createProgram(version).parseAsync();
