import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from './mcp-server.ts';
import type { McpSession } from './session.ts';

/** A connection to an MCP client. */
interface McpConnection {
  /** Resolves when the client or {@link close} has ended the connection. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves the tools over standard input and output.
 *
 * @param onError Called with the reason why a line of the input has no effect.
 */
export async function serveStdio(session: McpSession, onError: (reason: string) => void): Promise<McpConnection> {
  const server = createMcpServer(session);
  server.onerror = (error) => onError(isMalformed(error) ? 'must be a JSON-RPC message' : error.message);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  // The transport ignores the end of its input.
  process.stdin.once('end', () => void server.close());
  await server.connect(new StdioServerTransport());
  return { closed, close: () => server.close() };
}

/** Whether a line was not a message. The errors quote the line, or are as long as a page. */
function isMalformed({ name }: Error): boolean {
  return name === 'SyntaxError' || name === 'ZodError';
}
