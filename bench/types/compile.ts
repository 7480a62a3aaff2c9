/** Prints the cost of compiling one call with a client, as JSON: `node bench/types/compile.ts stripe`. */
import ts from 'typescript';
import { processorTime } from '../clock.ts';
import { subjectFile } from '../subject-file.ts';

const [subject = ''] = process.argv.slice(2);
const file = subjectFile('client', subject);

const start = processorTime();
const program = ts.createProgram([file], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
});
const [problem] = ts.getPreEmitDiagnostics(program);
const time = processorTime() - start;

if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
console.log(
  JSON.stringify({
    files: program.getSourceFiles().length,
    types: program.getTypeCount(),
    instantiations: program.getInstantiationCount(),
    time,
  }),
);
