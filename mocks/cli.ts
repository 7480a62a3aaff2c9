#!/usr/bin/env node
/** The command `masterdata-sdk`. */
import { VERSION } from '../src/contract/version.ts';
import { createProgram } from './cli/program.ts';

const args = process.argv.slice(2);
await createProgram(VERSION).parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' });
