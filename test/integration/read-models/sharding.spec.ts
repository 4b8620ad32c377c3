import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projections } from '../../../apps/parts.js';
import { type Books, differences } from '../../bench/shards/books.js';
import { partnerIdOf, writePartners } from '../../bench/shards/partners-log.js';
import { shardOf } from '../../bench/shards/shard.js';
import { simulate } from '../../bench/shards/simulation.js';

const PARTNERS = 8;
const EVENTS = 512;

/** The short form of `npm run long -- shards`. */
describe('read models that several projectors build, each those of its own partners', () => {
  let folder: string;
  let file: string;
  let ofOne: Books;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shards-'));
    file = join(folder, 'events.db');
    await writePartners(file, { partners: PARTNERS, events: EVENTS });
    ofOne = (await simulate(file, { shards: 1, ownRedis: false })).books;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has books of every partner, and one of four shards without partners', () => {
    const numbers = Array.from({ length: PARTNERS }, (_, n) => shardOf(partnerIdOf(n), 4));
    expect(new Set(numbers).size).toBe(3);
    expect(ofOne.faults).toEqual([]);
    expect(ofOne.digests.size).toBe(PARTNERS * projections.length);
  });

  it.each([
    [2, 'one Redis', false],
    [4, 'one Redis', false],
    [2, 'a Redis each', true],
  ])('%i of them on %s make the same books', async (shards, _, ownRedis) => {
    const { books } = await simulate(file, { shards, ownRedis });
    expect(books.faults).toEqual([]);
    expect(differences(ofOne, books)).toEqual([]);
    expect(books.documents).toBe(ofOne.documents);
  });
});
