import { permissionOf } from '../../../src/contract/endpoint.ts';
import type { ListedOperation } from '../../operations/fixed-operation.ts';
import { quote, toLiteral } from './literal.ts';

/** Returns the code of an operation with a fixed response, for the option `operations` of a mock. */
export function toOperationCode({ name, method, path, permission, status, data }: ListedOperation): string {
  const definition = [
    `name: ${quote(name)},`,
    `method: ${quote(method)},`,
    `path: ${quote(path)},`,
    ...(method === 'GET' ? [] : ['body: z.unknown(),']),
    'response: z.unknown(),',
  ];
  const isDefault = permission === permissionOf({ method, path });
  const options = { response: data, status, ...(!isDefault && { permission }) };
  const lines = definition.map((line) => `    ${line}\n`).join('');
  return `mockOperation(\n  defineOperation({\n${lines}  }),\n  ${toLiteral(options, '  ')},\n)`;
}
