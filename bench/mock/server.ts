/** A server in a process of its own, which tells its processor time: forked by http.ts with the name of a subject. */
import type { Operation, Sent, Serve } from './subjects/subject.ts';

/** What the process is asked for: what to send, turn by turn, or its processor time so far in milliseconds. */
export type Asked = { readonly operation: Operation; readonly turns: number } | 'processor time';

const [subject] = process.argv.slice(2);
const { serve }: { serve: Serve } = await import(`./subjects/${subject}.ts`);
const { port, request } = await serve();

process.on('message', (asked: Asked) => reply(asked));
process.on('disconnect', () => process.exit());
process.send?.(port);

function reply(asked: Asked): void {
  if (asked === 'processor time') {
    // Of all threads: what the garbage collector does beside the main one is a cost, too.
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  const requests: Sent[] = Array.from({ length: asked.turns }, (_, turn) => request(asked.operation, turn));
  process.send?.(requests);
}
