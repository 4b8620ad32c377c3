import { readFileSync, writeFileSync } from 'node:fs';
import { eventStreams } from '../events/event-streams.js';
import { PERSONAL_DATA, personalDataPage } from './personal-data.js';

/** `npm run docs:personal`: the table of personal fields; the words around it stay. */
const page = await personalDataPage(await eventStreams(), readFileSync(PERSONAL_DATA, 'utf8'));
writeFileSync(PERSONAL_DATA, page);
console.log(`wrote ${PERSONAL_DATA}`);
