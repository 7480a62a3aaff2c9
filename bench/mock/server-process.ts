import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ServerCommand } from './server.ts';
import { type Operation, type RequestSpec, records } from './subjects/subject.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  /** Returns the requests of the given number of turns. */
  requests(operation: Operation, turns: number): Promise<readonly RequestSpec[]>;
  /** Returns the processor time of the process, in milliseconds. */
  processorTime(): Promise<number>;
  stop(): void;
}

/** Starts the server of a subject. */
export async function startServer(name: string, size = records): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [name, String(size)]);
  const nextMessage = <Message>(): Promise<Message> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`${name} exited with ${code}`));
      child.once('exit', onExit);
      child.once('message', (message: Message) => {
        child.off('exit', onExit);
        resolve(message);
      });
    });
  const ask = <Reply>(command: ServerCommand): Promise<Reply> => {
    child.send(command);
    return nextMessage();
  };
  return {
    name,
    port: await nextMessage<number>(),
    requests: (operation, turns) => ask({ operation, turns }),
    processorTime: () => ask('processor time'),
    stop: () => child.disconnect(),
  };
}
