/** Serves a subject in a separate process, and reports its processor time. Forked by http.ts. */
import { subjectFile } from '../subject-file.ts';
import type { Operation, RequestSpec, Serve } from './subjects/subject.ts';

/** A message to the process: it replies with the requests to send, or with its processor time in milliseconds. */
export type ServerCommand = { readonly operation: Operation; readonly turns: number } | 'processor time';

const [subject = '', size] = process.argv.slice(2);
const { serve }: { serve: Serve } = await import(subjectFile('mock', subject));
const { port, request } = await serve(Number(size));

process.on('message', (command: ServerCommand) => reply(command));
process.on('disconnect', () => process.exit());
process.send?.(port);

function reply(command: ServerCommand): void {
  if (command === 'processor time') {
    // All threads, because the garbage collector runs on others as well.
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  const requests: RequestSpec[] = Array.from({ length: command.turns }, (_, turn) => request(command.operation, turn));
  process.send?.(requests);
}
