import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Project } from './project.ts';

/** Starts a server of Vite until the test ends, and returns its URL. */
export async function serveVite(project: Project, ...args: string[]): Promise<string> {
  const vite = project.start('vite', [...args, '--host', '127.0.0.1', '--port', '0']);
  const closed = once(vite, 'close');
  onTestFinished(async () => {
    vite.kill();
    await closed;
  });
  for await (const line of createInterface(vite.stdout)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error(`vite ${args.join(' ')} ended without printing a URL`);
}
