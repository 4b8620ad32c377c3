import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parkedEvents } from '#platform/read-models/parked.js';
import { tally } from '#platform/read-models/tally.js';
import { inSteps, movedBy } from '../../support/altered-logs.js';
import { BOOKS, eventually, Stage } from '../../support/read-models.js';

describe('applying events to read models', () => {
  let stage: Stage;
  let partnerId: string;
  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
  });
  afterEach(() => stage.close());

  const document = async (doc: string) => {
    const read = await stage.models.document(partnerId, BOOKS, doc);
    return read.status === 'ready' ? read.value : read.status;
  };
  const upTo = (position: bigint) =>
    eventually(
      () => stage.models.document(partnerId, BOOKS, 'any'),
      (read) => read.status === 'ready' && BigInt(read.position) >= position,
    );
  const add = (by: bigint) => ({ op: 'add', doc: 'd', field: 'n', by }) as const;

  it('merges, deletes and takes fields away', async () => {
    stage.run();
    await stage.change(partnerId, { op: 'set', doc: 'a', fields: { x: '1', y: '2' } });
    await stage.change(partnerId, { op: 'set', doc: 'a', fields: { y: null, z: '3' } });
    await stage.change(partnerId, { op: 'set', doc: 'b', fields: { x: '1' } });
    await upTo(await stage.change(partnerId, { op: 'delete', doc: 'b' }));
    expect(await document('a')).toEqual({ x: '1', z: '3' });
    expect(await document('b')).toBeNull();
  });

  it('adds integers beyond 2^53 exactly', async () => {
    stage.run();
    await stage.change(partnerId, add(9_007_199_254_740_993n));
    await upTo(await stage.change(partnerId, add(-2n)));
    expect(await document('d')).toMatchObject({ n: '9007199254740991' });
  });

  it('takes any text as it is, but for half of a character', async () => {
    stage.run();
    const text = '"\\ud800\\"\n\u0000é😀 \u2028';
    const fields = { text, half: `${text}\ud800x`, empty: '' };
    await upTo(await stage.change(partnerId, { op: 'set', doc: 'a', fields }));
    expect(await document('a')).toEqual({ ...fields, half: `${text}\ufffdx` });
  });

  it('counts by buckets of time, and lets the oldest go once there are many', async () => {
    stage.run();
    const models = new Map<string, string>();
    const count = async (bucket: number, field: string) => {
      const change = { op: 'tally', doc: 't', bucket, field, keep: 2, most: 3 } as const;
      tally(models, change);
      await upTo(await stage.change(partnerId, change));
    };
    for (const bucket of [7, 7, 8, 9]) await count(bucket, 'a');
    expect(await document('t')).toEqual({ '7/a': '2', '8/a': '1', '9/a': '1' });
    for (const field of ['a', 'b', 'b']) await count(10, field);
    expect(await document('t')).toEqual({ '9/a': '1', '10/a': '1', '10/b': '2' });
    expect(await document('t')).toEqual(Object.fromEntries(models));
  });

  it('keeps a score when it moves a member, and moves nothing that is not there', async () => {
    stage.run();
    await stage.change(partnerId, { op: 'index', index: 'open', member: 'm', score: 5n });
    await stage.change(partnerId, { op: 'move', member: 'm', from: 'open', to: 'closed' });
    await stage.change(partnerId, { op: 'move', member: 'm', from: 'open', to: 'lost' });
    await stage.change(partnerId, { op: 'index', index: 'gone', member: 'm' });
    await upTo(await stage.change(partnerId, { op: 'unindex', index: 'gone', member: 'm' }));
    expect(await stage.contents(partnerId)).toEqual({ 'i:closed': ['m', '5'] });
  });

  it('freezes a document and its index by renaming, and starts anew under the old name', async () => {
    stage.run();
    await stage.change(
      partnerId,
      { op: 'add', doc: 'open', field: 'n', by: 1n },
      { op: 'index', index: 'open', member: 'm', score: 1n },
    );
    await stage.change(partnerId, { op: 'rename', doc: 'open', to: 'p1' });
    await stage.change(partnerId, { op: 'rename', doc: 'nothing', to: 'p1' });
    await upTo(await stage.change(partnerId, { op: 'add', doc: 'open', field: 'n', by: 2n }));
    expect(await stage.contents(partnerId)).toEqual({
      'd:open': { n: '2', version: '1' },
      'd:p1': { n: '1', version: '1' },
      'i:p1': ['m', '1'],
    });
  });

  it('counts each event once through restarts, two runners and lost connections', async () => {
    stage.run();
    for (let i = 0; i < 300; i++) {
      await stage.deposit(partnerId);
      if (i % 60 === 20) stage.run();
      if (i % 60 === 40)
        await stage.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      if (i === 150) await stage.stopAll().then(() => stage.run());
    }
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 300,
    );
  });

  it('ignores what it has applied when the log is read again from an older checkpoint', async () => {
    stage.run();
    for (let i = 0; i < 20; i++) await stage.deposit(partnerId);
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 20,
    );
    await stage.stopAll();
    const checkpoints = await stage.redis.hgetall(`rm:projection:${BOOKS}`);
    const field = Object.keys(checkpoints).find((name) => name.startsWith('checkpoint:')) ?? '';
    await stage.redis.hset(`rm:projection:${BOOKS}`, field, '5');
    stage.run({ log: inSteps(stage.log) });
    await stage.deposit(partnerId);
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 21,
    );
  });

  it('tells positions above 2^53 apart', async () => {
    const offset = 2n ** 53n;
    for (let i = 0; i < 50; i++) await stage.deposit(partnerId);
    const log = movedBy(stage.log, offset);
    stage.run({ log });
    stage.run({ log });
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 50,
    );
    for (let i = 0; i < 50; i++) await stage.deposit(partnerId);
    const read = await eventually(
      () => stage.models.document(partnerId, BOOKS, 'totals'),
      (answer) => answer.status === 'ready' && answer.value?.['count'] === '100',
    );
    expect(read).toMatchObject({ position: `${((await stage.log.head()) ?? 0n) + offset}` });
  });

  it('parks what does not parse or cannot be applied, with an alert, and goes on', async () => {
    const alerts: string[] = [];
    const none = () => undefined;
    stage.run({ logger: { info: none, warn: none, error: (_, message) => alerts.push(message) } });
    await stage.change(partnerId, { op: 'set', doc: 'd', fields: { n: 'word' } });
    const poison = await stage.append(partnerId, `test-${partnerId}`, 'Poison', '');
    const unfit = await stage.change(partnerId, add(1n), {
      op: 'set',
      doc: 'd',
      fields: { m: '1' },
    });
    await stage.deposit(partnerId);
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 1,
    );
    await eventually(
      () => Promise.resolve(alerts.length),
      (raised) => raised === 2,
    );
    expect(await parkedEvents(stage.redis, BOOKS)).toMatchObject([
      { position: `${poison}`, type: 'Poison', partnerId, reason: 'Unknown type Poison' },
      { position: `${unfit}`, type: 'Changed', reason: expect.stringContaining('not an integer') },
    ]);
    expect(await document('d')).toMatchObject({ n: 'word', m: '1' });
    expect(alerts).toEqual(['Event parked', 'Event parked']);
  });

  it('parks what comes before its partner is opened, however the log is cut into batches', async () => {
    const stranger = 'early';
    await stage.deposit(stranger);
    await stage.append(stranger, `partner-${stranger}`, 'PartnerCreated', '');
    await stage.deposit(stranger);
    stage.run();
    await eventually(
      () => stage.count(stranger),
      (count) => count === 1,
    );
    expect(await parkedEvents(stage.redis, BOOKS)).toHaveLength(1);
  });
});
