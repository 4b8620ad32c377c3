import { writeFileSync } from 'node:fs';
import { CATALOGUE, catalogue } from './catalogue.js';
import { eventStreams } from './event-streams.js';
import { QUEUE_CATALOGUE, queueCatalogue } from './queues.js';
import { writeMissingSamples } from './samples.js';

/** `npm run docs:events`: samples that are missing, and the catalogues of events and queues. */
const streams = await eventStreams();
for (const file of streams.flatMap(writeMissingSamples))
  console.log(`wrote ${file}: give it the values of a real event`);
writeFileSync(CATALOGUE, await catalogue(streams));
writeFileSync(QUEUE_CATALOGUE, await queueCatalogue());
console.log(`wrote ${CATALOGUE} and ${QUEUE_CATALOGUE}`);
