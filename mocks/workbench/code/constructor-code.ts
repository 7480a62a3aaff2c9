import { quote } from './literal.ts';

/** Returns the code that creates a client. */
export function toConstructorCode(baseUrl: string, apiToken: string): string {
  return `new MasterDataClient({\n  baseUrl: ${quote(baseUrl)},\n  apiToken: ${quote(apiToken)},\n});`;
}
