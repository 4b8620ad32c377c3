import { writeFileSync } from 'node:fs';
import { CATALOGUE, catalogue } from './catalogue.js';
import { eventStreams } from './event-streams.js';
import { writeMissingSamples } from './samples.js';

/** `npm run docs:events`: samples that are missing, and the catalogue. */
const streams = await eventStreams();
for (const file of streams.flatMap(writeMissingSamples))
  console.log(`wrote ${file}: give it the values of a real event`);
writeFileSync(CATALOGUE, await catalogue(streams));
console.log(`wrote ${CATALOGUE}`);
