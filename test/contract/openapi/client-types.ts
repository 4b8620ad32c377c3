import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript';

export const CLIENT_TYPES = 'clients/typescript/src/schema.ts';

const HEAD = '// Generated from docs/openapi.json by `npm run docs:openapi`: do not edit.\n\n';

/** The types of the client, made from the document. */
export const clientTypes = async (document: object): Promise<string> =>
  HEAD + astToString(await openapiTS(document as OpenAPI3, { alphabetize: true }));
