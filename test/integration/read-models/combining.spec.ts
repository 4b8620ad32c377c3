import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { MemoryModels } from '#platform/read-models/memory-models.js';
import { type Change, register } from '#platform/read-models/projection.js';
import { Random } from '../../faults/random.js';
import { BOOKS, books, eventually, parse, Stage } from '../../support/read-models.js';

const SEEDS = Array.from({ length: 25 }, (_, i) => i + 1);
const EVENTS = 80;
const NAMES = ['a', 'b', 'c'];
const MEMBERS = ['k', 'l', 'm', 'n'];

/** Few names, so that changes meet. */
const someChange = (random: Random, isKnown: (member: string) => boolean): Change => {
  const [doc, to, member, field] = [NAMES, NAMES, MEMBERS, NAMES].map((all) => random.pick(all));
  const kinds: (() => Change)[] = [
    () => ({ op: 'set', doc: doc!, fields: { [field!]: `${random.between(0, 8)}`, [to!]: null } }),
    () => ({ op: 'set', doc: doc!, fields: { [field!]: `${random.between(0, 8)}` } }),
    () => ({ op: 'add', doc: doc!, field: field!, by: BigInt(random.between(-50, 50)) }),
    () => ({ op: 'add', doc: doc!, field: 'sum', by: 1n }),
    () => ({
      op: 'tally',
      doc: 'tally',
      bucket: random.between(0, 8),
      field: field!,
      keep: 3,
      most: 6,
    }),
    () => ({ op: 'index', index: doc!, member: member!, isNew: !isKnown(member!) }),
    () => ({ op: 'index', index: doc!, member: member!, score: BigInt(random.between(0, 8)) }),
    () => ({ op: 'unindex', index: doc!, member: member! }),
    () => ({ op: 'move', member: member!, from: doc!, to: to! }),
    () => ({ op: 'move', member: member!, from: to!, to: doc! }),
    () => (random.percent(25) ? { op: 'delete', doc: doc! } : { op: 'set', doc: doc!, fields: {} }),
    () =>
      random.percent(25)
        ? { op: 'rename', doc: doc!, to: to! }
        : { op: 'add', doc: doc!, field: 'x', by: 2n },
  ];
  return random.pick(kinds)();
};

describe('a batch that is applied as a whole', () => {
  let stage: Stage;
  let partnerId: string;
  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
  });
  afterEach(() => stage.close());

  const isAt = (position: bigint) =>
    eventually(
      () => stage.models.document(partnerId, BOOKS, 'any'),
      (read) => read.status === 'ready' && BigInt(read.position) >= position,
    );

  /** Opened, and stopped where the next batch does not begin with the opening. */
  const stoppedAfterOpening = async () => {
    stage.run();
    await isAt(await stage.change(partnerId));
    await isAt(await stage.change(partnerId));
    await stage.stopAll();
  };

  const inMemory = async () => {
    const models = new MemoryModels(register(books(1), { test: parse }));
    const stop = new AbortController();
    for await (const { events, caughtUp } of stage.log.subscribe(null, stop.signal)) {
      for (const event of events) if (isOf(event)) models.take(event);
      if (caughtUp) break;
    }
    const [docs, indexes] = JSON.parse(models.contents()) as [[string, unknown[]][], unknown];
    return [docs.filter(([, fields]) => fields.length > 0), indexes];
  };
  const isOf = ({ metadata, stream }: RecordedEvent) =>
    metadata.partnerId === partnerId && stream.startsWith('test-');

  /** As `MemoryModels` tells its contents. */
  const inRedis = async () => {
    const docs: [string, unknown][] = [];
    const indexes: [string, unknown][] = [];
    for (const [key, value] of Object.entries(await stage.contents(partnerId))) {
      const name = key.slice(2);
      if (key.startsWith('d:')) docs.push([name, Object.entries(value as object).sort()]);
      else indexes.push([name, pairs(value as string[])]);
    }
    return [docs, indexes];
  };

  it.each(SEEDS)('comes to the same as its changes one by one, seed %s', async (seed) => {
    const random = new Random(seed);
    const known = new Set<string>();
    const isKnown = (member: string) => known.has(member);
    await stoppedAfterOpening();
    let last = 0n;
    for (let n = 0; n < EVENTS; n++) {
      const changes = Array.from({ length: random.between(1, 3) }, () => {
        const change = someChange(random, isKnown);
        if (change.op === 'index') known.add(change.member);
        return change;
      });
      last = await stage.change(partnerId, ...changes);
    }
    stage.run();
    await isAt(last);
    expect(await inRedis()).toEqual(await inMemory());
  });

  it('is looked at event by event when its beginning was applied before', async () => {
    await stoppedAfterOpening();
    stage.run();
    for (let n = 0; n < 10; n++) await stage.deposit(partnerId);
    await isAt(await stage.deposit(partnerId));
    await stage.stopAll();
    const checkpoints = await stage.redis.hgetall(`rm:projection:${BOOKS}`);
    for (const name of Object.keys(checkpoints))
      if (/^(checkpoint|previous):/.test(name))
        await stage.redis.hset(`rm:projection:${BOOKS}`, name, '5');
    for (let n = 0; n < 10; n++) await stage.deposit(partnerId);
    stage.run();
    await isAt(await stage.deposit(partnerId));
    expect(await stage.count(partnerId)).toBe(22);
  });
});

const pairs = (flat: readonly string[]) =>
  flat.flatMap((member, i) => (i % 2 === 0 ? [[member, flat[i + 1]]] : []));
