import type { FactoryDescription } from '../seed/factories.ts';
import { assertRecordCount } from '../seed/record-count.ts';
import type { ControlClient } from './control-client.ts';
import { recordFields } from './remote-database.ts';

interface Options {
  readonly traits?: readonly string[] | undefined;
}

/** Creates the factory of a table in another process. */
export function createRemoteFactory(control: ControlClient, { table }: FactoryDescription) {
  const create = async (fields: object = {}, { traits }: Options = {}) =>
    control.post(`create/${table}`, { fields: recordFields(table, fields), traits });
  const list = async (count: number, fields: object | ((index: number) => object) = {}, { traits }: Options = {}) => {
    const records = Array.from({ length: assertRecordCount(count) }, (_, index) =>
      recordFields(table, typeof fields === 'function' ? fields(index) : fields),
    );
    return (await control.post<{ rows: object[] }>(`create/${table}`, { fields: records, traits })).rows;
  };
  return Object.assign(create, { list });
}

/** Creates the builder of a table in another process. */
export function createRemoteBuilder(control: ControlClient, { table }: FactoryDescription) {
  return async (fields: object = {}, { traits }: Options = {}) =>
    control.post(`build/${table}`, { fields: recordFields(table, fields), traits });
}
