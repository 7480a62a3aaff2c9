/** Fails if the client, the mock or the workbench exceeds its size limit: `npm run check -- size`. */
import { sizeOf } from './client/size.ts';
import { type MockEntry, mockLimits, mockSize } from './mock-size.ts';
import { workbenchLimit, workbenchSize } from './workbench-size.ts';

/** Bytes, minified and gzipped. The goal before the first call is lower: docs/benchmarks.md has the reasons. */
const limits = { initial: 24_300, firstCall: 35_000 };

const size = await sizeOf('masterdata-sdk');
const onDemand = [...size.lazy].map(([name, bytes]) => `${name} ${bytes}`).join(', ');
console.log(
  `Before the first call: ${size.initial} of ${limits.initial} bytes, minified and gzipped. ` +
    `With a first call: ${size.firstCall} of ${limits.firstCall}. Loaded on demand: ${onDemand}.`,
);
if (size.initial > limits.initial || size.firstCall > limits.firstCall) {
  console.error('The client is over its limit.');
  process.exitCode = 1;
}

const workbench = workbenchSize();
console.log(`Workbench: ${workbench} of ${workbenchLimit} bytes at first load, minified and gzipped.`);
if (workbench > workbenchLimit) {
  console.error(`The workbench is ${workbench - workbenchLimit} bytes over its limit.`);
  process.exitCode = 1;
}

for (const entry of Object.keys(mockLimits) as MockEntry[]) {
  const bytes = await mockSize(entry);
  console.log(`${entry}: ${bytes} of ${mockLimits[entry]} bytes, minified and gzipped, without zod.`);
  if (bytes > mockLimits[entry]) {
    console.error(`${entry} is ${bytes - mockLimits[entry]} bytes over its limit.`);
    process.exitCode = 1;
  }
}
