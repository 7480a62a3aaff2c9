import type { ControlImport } from '../control-api/routes/import.ts';
import type { ControlClient } from './control-client.ts';
import type { RemoteMock } from './types.ts';

/** Creates the import of a mock in another process. */
export function createRemoteImport(control: ControlClient): RemoteMock['importRows'] {
  return async (rows, { existing } = {}) => {
    const { id, ...counts } = await control.post<ControlImport>('import', { rows, existing });
    return { ...counts, undo: () => control.delete(`import/${id}`) };
  };
}
