import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished } from 'vitest';

/** Connects the official client, and closes it when the test ends. */
export async function connectClient(transport: Transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const problems: Error[] = [];
  client.onerror = (error) => problems.push(error);
  const outputs: string[] = [];
  await client.connect(transport);
  onTestFinished(() => client.close());
  const send = async (name: string, input: object = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    const [part] = content as readonly { readonly type: 'text'; readonly text: string }[];
    outputs.push(part?.text ?? '');
    return { text: part?.text ?? '', isError };
  };
  return {
    client,
    problems,
    outputs,
    /** Calls a tool and returns the JSON of its result. */
    async call(name: string, input?: object) {
      const result = await send(name, input);
      expect(result).toMatchObject({ isError: false });
      return JSON.parse(result.text);
    },
    /** Calls a tool, and returns its error. */
    async fail(name: string, input?: object): Promise<string> {
      const result = await send(name, input);
      expect(result).toMatchObject({ isError: true });
      return result.text;
    },
  };
}
