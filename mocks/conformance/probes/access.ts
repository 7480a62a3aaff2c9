import { policyDefinitions } from '../../controls/policies.ts';
import { describeResponse, type TokenName } from '../exchange.ts';
import { invalidToken } from '../http-client.ts';
import { errorOf } from '../json.ts';
import { type Finding, found, type Probe, type ProbeContext, undetermined, unknownValue } from '../probe.ts';
import { says } from '../rule.ts';

const sentence = says('Errors', 'Missing or invalid token: 401, text about an invalid API token');

export const missingTokenText: Probe<'missingTokenText'> = {
  sentence,
  find: (context) => findText(context, 'none', 'missingTokenText'),
};

export const invalidTokenText: Probe<'invalidTokenText'> = {
  sentence,
  find: (context) => findText(context, 'invalid', 'invalidTokenText'),
};

async function findText(
  { service }: ProbeContext,
  token: TokenName,
  policy: 'missingTokenText' | 'invalidTokenText',
): Promise<Finding<string>> {
  const first = await service.call('customers.list', { token });
  const second = await service.call('addresses.list', { token });
  const other = [first, second].find(({ status }) => status !== 401);
  if (other) return undetermined(`the response ${describeResponse(other)}, expected status 401`);
  const [text, again] = [first, second].map(({ json }) => errorOf(json));
  if (text === undefined || text !== again) return undetermined('the text differs between responses');
  if (text.includes(invalidToken) || text.includes('[token]')) return undetermined('the text contains the token');
  try {
    return found(policyDefinitions[policy].parse(text, policy), first);
  } catch {
    return unknownValue(`a text of ${text.length} characters`, first);
  }
}
