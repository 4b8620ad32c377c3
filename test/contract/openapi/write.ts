import { writeFileSync } from 'node:fs';
import { generateDocument } from '../../support/generate-document.js';

/** `npm run docs:openapi`: what is made from the document of the API, after the API changed. */
const write = (file: string, text: string): void => {
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
};

write('docs/openapi.json', `${JSON.stringify(await generateDocument(), null, 2)}\n`);
