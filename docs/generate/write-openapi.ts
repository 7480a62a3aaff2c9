/** Writes the OpenAPI document. `npm run build` runs it last: `node docs/generate/write-openapi.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from './openapi-document.ts';

const [file = join(import.meta.dirname, '../../dist/openapi.json')] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(await openApiDocument(), null, 2)}\n`);
