import { createMockServer, createSandboxes } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { seedOf } from '../records.ts';
import { requests } from './masterdata-sdk.ts';
import { records, type Serve } from './subject.ts';

const count = 1000;
const token = 'secret';

/** Serves sandboxes with the records of the mock. Each request goes to another one. */
export const serve: Serve = async () => {
  const sandboxes = createSandboxes({ seed: seedOf(records) });
  for (let number = 0; number < count; number += 1) {
    (await sandboxes.create({ name: `sandbox-${number}`, token })).release();
  }
  const { port } = await listen(createMockServer(), { sandboxes });
  const request = requests({ token });
  return {
    port,
    request(operation, turn) {
      const spec = request(operation, turn);
      return { ...spec, path: `/sandboxes/sandbox-${turn % count}${spec.path}` };
    },
  };
};
