import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript';

export const CLIENT_TYPES = 'clients/typescript/src/schema.ts';
export const CONSOLE_TYPES = 'apps/console/src/api/schema.ts';

const head = (source: string) =>
  `// Generated from ${source} by \`npm run docs:openapi\`: do not edit.\n\n`;

/** The types of the client, made from the document. */
export const clientTypes = (document: object): Promise<string> =>
  typesOf(document, 'docs/openapi.json');

/** The types of the console, made from the document of the staff API. */
export const consoleTypes = (document: object): Promise<string> =>
  typesOf(document, 'docs/staff-openapi.json');

const typesOf = async (document: object, source: string): Promise<string> =>
  head(source) + astToString(await openapiTS(document as OpenAPI3, { alphabetize: true }));
