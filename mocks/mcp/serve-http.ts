import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { McpHandler } from '../control-api/control-api.ts';
import { bearerToken } from '../shared/bearer-token.ts';
import { HttpError } from '../shared/http-error.ts';
import { createMcpServer } from './mcp-server.ts';
import { McpSession } from './session.ts';

/** Bytes of a message. Its largest parts are the fields of one record or the body of one call. */
const maxMessageBytes = 4 * 1024 * 1024;

/** The headers that the transport reads. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version'];

/**
 * Handles one message of the protocol that was sent over HTTP. The response is JSON, and no session or stream remains.
 * The tools can do what the sender can do: they send its control token.
 *
 * @throws A {@link HttpError} if the request has no message.
 */
export const handleMcpRequest: McpHandler = async (request, target) => {
  if (request.method !== 'POST') {
    // Clients ask with GET whether the server sends messages by itself, and continue without them.
    throw new HttpError(405, `MCP: must be sent with POST, received ${request.method}`, { headers: { allow: 'POST' } });
  }
  const text = await request.text(maxMessageBytes);
  if (text === undefined) throw new HttpError(413, `MCP message too large: the limit is ${maxMessageBytes} bytes`);
  // A batch can cancel its own requests. The transport would wait for their responses forever.
  if (/^\s*\[/.test(text))
    throw new HttpError(400, 'MCP message: must be an object, received an array. Send one message per request.');
  const controlToken = bearerToken(request.header('authorization'));
  const server = createMcpServer(new McpSession({ ...target, controlToken }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const message = new Request(target.controlUrl, { method: 'POST', body: text });
    message.headers.delete('content-type');
    for (const name of protocolHeaders) {
      const value = request.header(name);
      if (value !== undefined) message.headers.set(name, value);
    }
    const response = await transport.handleRequest(message);
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      headers: { 'cache-control': 'no-store', ...(type !== null && { 'content-type': type }) },
      body: await response.text(),
    };
  } finally {
    await server.close();
  }
};
