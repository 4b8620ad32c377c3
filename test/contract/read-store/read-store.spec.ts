import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Engines, postgres, sqlite } from './subject.js';
import { dyingContract } from './dying.contract.js';
import { readSideContract } from './read-side.contract.js';
import { readingContract } from './reading.contract.js';
import { scrubbingContract } from './scrubbing.contract.js';
import { servingContract } from './serving.contract.js';
import { takingContract } from './apply-batch.contract.js';
import { viewsContract } from './views.contract.js';
import { writingContract } from './writing.contract.js';

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('%s', (_, start) => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await start();
  });
  afterAll(() => engines.stop());

  describe('writing', () => writingContract(() => engines));
  describe('taking', () => takingContract(() => engines));
  describe('reading', () => readingContract(() => engines));
  describe('serving', () => servingContract(() => engines));
  describe('scrubbing', () => scrubbingContract(() => engines));
  describe('views', () => viewsContract(() => engines));
  describe('dying', () => dyingContract(() => engines));
  describe('together', () => readSideContract(() => engines));
});
