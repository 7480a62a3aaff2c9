/** Generates clients from the OpenAPI document of the package with tools of others, into the folder `out`. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import { baseUrl } from '../client/subjects/subject.ts';

const out = join(import.meta.dirname, 'out');
const document = join(import.meta.dirname, '../../dist/openapi.json');

rmSync(out, { recursive: true, force: true });
await createClient({
  input: document,
  output: { path: join(out, 'hey-api'), module: { extension: '.ts' } },
  logs: { level: 'silent' },
});
writeFileSync(
  join(out, 'openapi-typescript.d.ts'),
  astToString(await openapiTypescript(new URL(`file://${document}`))),
);
await generate({
  input: document,
  output: { target: join(out, 'orval/client.ts'), client: 'fetch', mock: true, baseUrl },
});
