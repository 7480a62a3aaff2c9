/** Fails if the client or the workbench exceeds its size limit: `npm run check:size`. */
import { sizeOf } from './client/size.ts';
import { workbenchSize } from './workbench-size.ts';

/** Bytes, minified and gzipped, before the first call. The goal is 15,000; docs/benchmarks.md has the current size. */
const limit = 17_408;

const { initial, lazy } = await sizeOf('masterdata-sdk');
const onDemand = [...lazy].map(([name, size]) => `${name} ${size}`).join(', ');
console.log(`One call: ${initial} of ${limit} bytes, minified and gzipped. Loaded on demand: ${onDemand}.`);
if (initial > limit) {
  console.error(`The client is ${initial - limit} bytes over its limit.`);
  process.exitCode = 1;
}

/** Bytes that the page of the workbench loads first, minified and gzipped. */
const workbenchLimit = 90_000;

const workbench = workbenchSize();
console.log(`Workbench: ${workbench} of ${workbenchLimit} bytes at first load, minified and gzipped.`);
if (workbench > workbenchLimit) {
  console.error(`The workbench is ${workbench - workbenchLimit} bytes over its limit.`);
  process.exitCode = 1;
}
