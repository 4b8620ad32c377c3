import { writeFileSync } from 'node:fs';
import { generateDocument } from '../../support/generate-document.js';
import { CLIENT_TYPES, clientTypes } from './client-types.js';

/** `npm run docs:openapi`: what is made from the document of the API, after the API changed. */
const write = (file: string, text: string): void => {
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
};

const document = JSON.parse(JSON.stringify(await generateDocument())) as object;
write('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
write(CLIENT_TYPES, await clientTypes(document));
