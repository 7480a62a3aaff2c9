import type { FactoryDescription } from '../seed/factories.ts';
import { assertRecordCount, checkFactoryOptions } from '../seed/limits.ts';
import type { ControlClient } from './control-client.ts';
import { recordFields } from './remote-database.ts';

interface Options {
  readonly traits?: readonly string[] | undefined;
}

/** Creates the factory of a table in another process. */
export function createRemoteFactory(control: ControlClient, { table }: FactoryDescription) {
  const create = async (fields: object = {}, options: Options = {}) => {
    checkFactoryOptions(table, options);
    return control.post(`create/${table}`, { ...options, fields: recordFields(table, fields) });
  };
  const list = async (count: number, fields: object | ((index: number) => object) = {}, options: Options = {}) => {
    const records = Array.from({ length: assertRecordCount(count) }, (_, index) => {
      const given: object | undefined = typeof fields === 'function' ? fields(index) : fields;
      return recordFields(table, given === undefined ? {} : given);
    });
    checkFactoryOptions(table, options);
    return (await control.post<{ rows: object[] }>(`create/${table}`, { ...options, fields: records })).rows;
  };
  return Object.assign(create, { list });
}

/** Creates the builder of a table in another process. */
export function createRemoteBuilder(control: ControlClient, { table }: FactoryDescription) {
  return async (fields: object = {}, options: Options = {}) => {
    checkFactoryOptions(table, options);
    return control.post(`build/${table}`, { ...options, fields: recordFields(table, fields) });
  };
}
