import 'masterdata-sdk/mock/matchers/vitest';
import { beforeAll, beforeEach } from 'vitest';
import { mock, worker } from './src/mock';

beforeAll(() => worker.start({ quiet: true }));
beforeEach(() => mock.reset());
