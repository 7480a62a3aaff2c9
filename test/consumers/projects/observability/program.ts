// Calls a mock, with spans and each logger.
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { pinoLogger, winstonLogger } from './logging.ts';
import { tracing } from './tracing.ts';

const mock = createMockServer({ seed: demo });
for (const logger of [pinoLogger, winstonLogger]) {
  const client = new MasterDataClient({ ...mock.clientOptions, hooks: tracing, logger, logLevel: 'info' });
  await client.customers.list();
}
