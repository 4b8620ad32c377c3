import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '#platform/broker/broker.js';
import { cents } from '#platform/core/money.js';
import type { QueuedJob, Queues } from '#platform/jobs/queues.js';
import { claim } from '#platform/event-store/claims.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { journalClaim } from '../match-journal/matched-deposit.js';
import { TakeBackWatch } from './take-back-watch.js';

type Undone = Awaited<ReturnType<Broker['listReversals']>>[number];

const undone = (id: string, status: string, journalKey: string | null): Undone => ({
  ...{
    id,
    status,
    journalKey,
    accountId: 'a',
    direction: 'to_user',
    amount: cents(100),
    amountText: '1.00',
  },
});

let store: EventStore;
let listed: readonly Undone[];
let asked: Date[];
let nudged: string[];
let watch: TakeBackWatch;

beforeEach(() => {
  listed = [];
  asked = [];
  nudged = [];
  const listReversals = (since: Date) => {
    asked.push(since);
    return Promise.resolve(listed);
  };
  const add = (jobs: readonly QueuedJob[]) => {
    nudged.push(...jobs.map(({ job, data }) => `${job.name} ${data.id}`));
    return Promise.resolve();
  };
  store = new EventStore(new InMemoryEventLog());
  watch = new TakeBackWatch({
    store,
    broker: { listReversals } as unknown as Broker,
    queues: { add } as Queues,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});

const look = () => watch.look(new Date('2026-03-31T12:00:00.000Z'));

describe('the look for credits taken back', () => {
  it('goes back thirty days', async () => {
    await look();
    expect(asked).toEqual([new Date('2026-03-01T12:00:00.000Z')]);
  });
  it('nudges the deposit of each', async () => {
    listed = [undone('j-1', 'canceled', 'd-1'), undone('j-2', 'rejected', 'd-2')];
    await look();
    expect(nudged).toEqual(['adjust-deposit d-1', 'adjust-deposit d-2']);
  });
  it('nudges twice for one word, and again for another', async () => {
    listed = [undone('j-1', 'canceled', 'd-1')];
    for (const _ of ['first', 'second', 'third']) await look();
    expect(nudged).toHaveLength(2);
    listed = [undone('j-1', 'deleted', 'd-1')];
    await look();
    expect(nudged).toHaveLength(3);
  });
  it('nudges the deposit that a person matched it with', async () => {
    const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
    await claim(store, journalClaim('j-1'), 'd-1', new Date(), cause);
    listed = [undone('j-1', 'canceled', null)];
    await look();
    expect(nudged).toEqual(['adjust-deposit d-1']);
  });
  it('leaves journals alone that are nobody’s deposit', async () => {
    listed = [undone('j-1', 'canceled', null)];
    await look();
    expect(nudged).toEqual([]);
  });
});
