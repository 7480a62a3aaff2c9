import conformance = require('masterdata-sdk/conformance');
import matchers = require('masterdata-sdk/mock/matchers');
import remote = require('masterdata-sdk/mock/remote');

import type { createWorker } from 'masterdata-sdk/mock/cloudflare' with { 'resolution-mode': 'import' };

console.log(conformance.runConformance, matchers, remote.connectMock);
export type CreateWorker = typeof createWorker;
