import { writeFileSync } from 'node:fs';
import { generateDocuments } from '../../support/generate-document.js';

/** `npm run docs:openapi`: what is made from the document of the API, after the API changed. */
const write = (file: string, text: string): void => {
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
};

const { partners, staff, problems } = await generateDocuments();
write('docs/reference/openapi.json', `${JSON.stringify(partners, null, 2)}\n`);
write('docs/reference/staff-openapi.json', `${JSON.stringify(staff, null, 2)}\n`);
write('docs/reference/problem-codes.json', `${JSON.stringify(problems, null, 2)}\n`);
await import('./write-schemas.js');
