import { writeFileSync } from 'node:fs';
import { generateDocuments } from '../../support/generate-document.js';
import { CLIENT_TYPES, CONSOLE_TYPES, clientTypes, consoleTypes } from './client-types.js';

/** `npm run docs:openapi`: what is made from the document of the API, after the API changed. */
const write = (file: string, text: string): void => {
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
};

const { partners, staff } = await generateDocuments();
const plain = (document: object) => JSON.parse(JSON.stringify(document)) as object;
write('docs/openapi.json', `${JSON.stringify(partners, null, 2)}\n`);
write('docs/staff-openapi.json', `${JSON.stringify(staff, null, 2)}\n`);
write(CLIENT_TYPES, await clientTypes(plain(partners)));
write(CONSOLE_TYPES, await consoleTypes(plain(staff)));
