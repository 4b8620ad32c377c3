import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript';
import { withTypedCodes } from '../../support/typed-codes.js';

const SCHEMAS = [
  ['docs/reference/openapi.json', 'clients/typescript/src/schema.ts'],
  ['docs/reference/staff-openapi.json', 'apps/console/src/api/schema.ts'],
] as const;

// Writes the types of the client and of the console from the documents of the API.
for (const [source, target] of SCHEMAS) {
  const document = withTypedCodes(JSON.parse(readFileSync(source, 'utf8')) as object) as OpenAPI3;
  const types = astToString(await openapiTS(document, { alphabetize: true }));
  writeFileSync(target, `// Built from ${source}.\n\n${types}`);
}
