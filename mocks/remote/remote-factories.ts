import type { FactoryDescription } from '../seed/factories.ts';
import { assertRecordCount } from '../seed/record-count.ts';
import type { ControlClient } from './control-client.ts';
import { recordFields } from './remote-database.ts';

interface Options {
  readonly traits?: readonly string[] | undefined;
}

/** Creates the factory of a table in another process. */
export function createRemoteFactory(control: ControlClient, { table }: FactoryDescription) {
  // The server rejects unknown options.
  const create = async (fields: object = {}, options?: Options) =>
    control.post(`create/${table}`, { ...options, fields: recordFields(table, fields) });
  const list = async (count: number, fields: object | ((index: number) => object) = {}, options?: Options) => {
    const records = Array.from({ length: assertRecordCount(count) }, (_, index) =>
      recordFields(table, typeof fields === 'function' ? fields(index) : fields),
    );
    return (await control.post<{ rows: object[] }>(`create/${table}`, { ...options, fields: records })).rows;
  };
  return Object.assign(create, { list });
}

/** Creates the builder of a table in another process. */
export function createRemoteBuilder(control: ControlClient, { table }: FactoryDescription) {
  return async (fields: object = {}, options?: Options) =>
    control.post(`build/${table}`, { ...options, fields: recordFields(table, fields) });
}
