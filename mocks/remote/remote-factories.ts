import type { FactoryDescription } from '../seed/factories.ts';
import { assertRecordCount, checkFactoryOptions } from '../seed/factory-options.ts';
import { copyFields } from '../store/copy-fields.ts';
import type { ControlClient } from './control-client.ts';

interface Options {
  readonly traits?: readonly string[] | undefined;
}

/** Creates the factory of a table in another process. */
export function createRemoteFactory(control: ControlClient, { table }: FactoryDescription) {
  const create = async (fields: object = {}, options: Options = {}) =>
    control.call('POST /create/{table}', { params: { table }, body: bodyOf(table, fields, options) });
  const list = async (count: number, fields: object | ((index: number) => object) = {}, options: Options = {}) => {
    const records = Array.from({ length: assertRecordCount(count) }, (_, index) => {
      const given: object | undefined = typeof fields === 'function' ? fields(index) : fields;
      return copyFields(table, given === undefined ? {} : given);
    });
    checkFactoryOptions(table, options);
    const body = { ...options, fields: records };
    const created = await control.call('POST /create/{table}', { params: { table }, body });
    return 'rows' in created ? created.rows : [created];
  };
  return Object.assign(create, { list });
}

/** Creates the builder of a table in another process. */
export function createRemoteBuilder(control: ControlClient, { table }: FactoryDescription) {
  return async (fields: object = {}, options: Options = {}) =>
    control.call('POST /build/{table}', { params: { table }, body: bodyOf(table, fields, options) });
}

function bodyOf(table: FactoryDescription['table'], fields: object, options: Options) {
  checkFactoryOptions(table, options);
  return { ...options, fields: copyFields(table, fields) };
}
