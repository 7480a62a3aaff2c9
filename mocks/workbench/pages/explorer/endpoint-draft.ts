import { defineOperation, type OperationDefinition } from '../../../../src/contract/define-operation.ts';
import { type FixedOperation, type ListedOperation, parseFixedOperation } from '../../../operations/fixed-operation.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { definitionOf } from '../../../shared/fixed-response.ts';
import { parseJson } from '../../../shared/json.ts';
import { toJson } from '../../components/code-view.tsx';

/** The fields of the form of an endpoint, as texts. */
export interface EndpointDraft {
  readonly method: OperationDefinition['method'];
  readonly path: string;
  readonly status: string;
  readonly data: string;
  readonly name: string;
  readonly permission: string;
}

export const emptyEndpoint: EndpointDraft = {
  method: 'GET',
  path: '',
  status: '',
  data: '{}',
  name: '',
  permission: '',
};

/** The problems of the fields. A field without one is absent. */
export type EndpointProblems = { readonly [Field in keyof EndpointDraft]?: string | undefined };

/** Returns the draft of an operation that was added before. */
export function toEndpointDraft({ method, path, status, data, name, permission }: ListedOperation): EndpointDraft {
  return { method, path, status: status === undefined ? '' : String(status), data: toJson(data), name, permission };
}

/** Returns the operation that a form describes, or the problems of its fields. An empty path is no problem yet. */
export function parseEndpoint(
  draft: EndpointDraft,
): { readonly operation: FixedOperation } | { readonly problems: EndpointProblems } {
  const { method, data, ...texts } = draft;
  const [path = '', status = '', name = '', permission = ''] = [
    texts.path,
    texts.status,
    texts.name,
    texts.permission,
  ].map((text) => text.trim());
  const value = parseJson(data);
  const given = {
    method,
    path,
    data: value,
    ...(status !== '' && { status: Number(status) }),
    ...(name !== '' && { name }),
    ...(permission !== '' && { permission }),
  };
  const problems: EndpointProblems = {
    path: path === '' ? undefined : pathProblem(method, path),
    status:
      status === '' || isSuccess(Number(status))
        ? undefined
        : 'must be from 200 to 299, with a body. For a failure, add a fault.',
    data: value === undefined ? jsonProblem(data) : undefined,
    name: name === '' || /^[a-z]\w*\.[a-z]\w*$/i.test(name) ? undefined : 'must be a resource and an operation',
    permission: isPermission(permission) ? undefined : 'must be a resource and read or write',
  };
  if (path === '' || Object.values(problems).some((problem) => problem !== undefined)) return { problems };
  try {
    return { operation: parseFixedOperation(given) };
  } catch (error) {
    return { problems: { data: errorMessage(error) } };
  }
}

function isSuccess(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 299 && status !== 204 && status !== 205;
}

function isPermission(text: string): boolean {
  return text === '' || /^[a-z][\w-]*:(?:read|write)$/i.test(text);
}

/** The reason why the mock cannot have the path, for example because the specification documents the operation. */
function pathProblem(method: OperationDefinition['method'], path: string): string | undefined {
  const name = 'own.endpoint';
  try {
    defineOperation(definitionOf({ name, method, path: path as OperationDefinition['path'], data: null }));
    return undefined;
  } catch (error) {
    return errorMessage(error)
      .replace(/^(?:path|own\.endpoint): /, '')
      .replace(/, received .*| Use client\..*/s, '');
  }
}

/** Says where a text is not JSON, if the browser says it. */
function jsonProblem(text: string): string {
  if (text.trim() === '') return 'must be JSON, for example null';
  try {
    JSON.parse(text);
  } catch (error) {
    return `must be JSON. ${errorMessage(error)}`;
  }
  return 'must be JSON';
}
