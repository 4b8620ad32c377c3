import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import { cents } from '#kernel/money.js';
import type { QueuedJob, Queues } from '#jobs/queues.js';
import { claim } from '#kernel/event-store/claims.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { journalClaim } from '../adjust-deposit/find-deposit.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  completed,
  failed,
  ofWithdrawal,
  requested,
  started,
} from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { ReversalMonitor } from './reversal-monitor.js';

type Reversal = Awaited<ReturnType<Broker['listReversals']>>[number];

const reversal = (id: string, status: string, journalKey: string | null): Reversal => ({
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

let log: InMemoryEventLog;
let store: EventStore;
let listed: readonly Reversal[];
let credited: readonly Reversal[];
let requests: Parameters<Broker['listReversals']>[0][];
let askedCredits: Parameters<Broker['listCredits']>[0][];
let enqueued: string[];
let watch: ReversalMonitor;

beforeEach(() => {
  listed = [];
  credited = [];
  requests = [];
  askedCredits = [];
  enqueued = [];
  const listReversals = (since: Parameters<Broker['listReversals']>[0]) => {
    requests.push(since);
    return Promise.resolve(listed);
  };
  const listCredits = (request: Parameters<Broker['listCredits']>[0]) => {
    askedCredits.push(request);
    return Promise.resolve(credited);
  };
  const add = (jobs: readonly QueuedJob[]) => {
    enqueued.push(...jobs.map(({ job, data }) => `${job.name} ${data.id}`));
    return Promise.resolve();
  };
  log = new InMemoryEventLog();
  store = new EventStore(log);
  watch = new ReversalMonitor({
    store,
    broker: { listReversals, listCredits } as unknown as Broker,
    queues: { add } as Queues,
  });
});

const poll = () => watch.poll(new Date('2026-03-31T12:00:00.000Z'));

describe('the monitor of reversals', () => {
  it('lists journals of thirty days, to the firm of seven days, and returns of two days', async () => {
    await poll();
    const endedSince = new Date('2026-03-01T12:00:00.000Z');
    expect(requests).toEqual([{ endedSince, mirroredSince: new Date('2026-03-24T12:00:00.000Z') }]);
    const since = new Date('2026-03-29T12:00:00.000Z');
    expect(askedCredits).toEqual([{ accountIds: new Set(), since }]);
  });
  it('enqueues a job for the deposit of each journal', async () => {
    listed = [reversal('j-1', 'canceled', 'd-1'), reversal('j-2', 'rejected', 'd-2')];
    await poll();
    expect(enqueued).toEqual(['adjust-deposit d-1', 'adjust-deposit d-2']);
  });
  it('enqueues a job twice for one status, and again for another', async () => {
    listed = [reversal('j-1', 'canceled', 'd-1')];
    for (const _ of ['first', 'second', 'third']) await poll();
    expect(enqueued).toHaveLength(2);
    listed = [reversal('j-1', 'deleted', 'd-1')];
    await poll();
    expect(enqueued).toHaveLength(3);
  });
  it('enqueues a job for the deposit that an operator assigned it to', async () => {
    const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
    await claim(store, journalClaim('j-1'), 'd-1', new Date(), cause);
    listed = [reversal('j-1', 'canceled', null), reversal('j-1', 'deleted', 'unknown')];
    await poll();
    expect(enqueued).toEqual(['adjust-deposit d-1', 'adjust-deposit d-1']);
  });
  it('enqueues nothing while the log is unavailable', async () => {
    jest.spyOn(log, 'read').mockRejectedValue(new EventLogUnavailable('unavailable'));
    listed = [reversal('j-1', 'canceled', 'd-1')];
    await expect(poll()).rejects.toThrow(EventLogUnavailable);
    expect(enqueued).toEqual([]);
  });
  it('reads few streams at a time, because its first list is long', async () => {
    let [open, mostOpen] = [0, 0];
    jest.spyOn(log, 'read').mockImplementation(async () => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise(setImmediate);
      open--;
      return [];
    });
    listed = Array.from({ length: 500 }, (_, n) => reversal(`j-${n}`, 'canceled', `d-${n}`));
    await poll();
    expect(enqueued).toHaveLength(500);
    expect(mostOpen).toBeLessThan(50);
  });
  it('ignores journals without a deposit', async () => {
    listed = [reversal('j-1', 'canceled', null)];
    await poll();
    expect(enqueued).toEqual([]);
  });

  describe('of a withdrawal', () => {
    const out = (status: string, more: Partial<Reversal> = {}): Reversal => ({
      ...reversal('j-1', status, 'd-1'),
      ...{ direction: 'to_firm' },
      ...more,
    });
    const happened = async (...events: DepositEvent[]) => {
      const history = events.map(ofWithdrawal);
      const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
      await store.transact(deposits, 'd-1', () => history, cause);
    };
    it.each<[string, DepositEvent[], Reversal, boolean]>([
      ['leaves its journal alone', [requested, started, completed], out('executed'), false],
      ['leaves its open journal alone', [requested, started], out('queued'), false],
      ['reports its reversed journal', [requested, started, completed], out('canceled'), true],
      ['reports its journal after a failure', [requested, started, failed], out('executed'), true],
    ])('%s', async (_, history, journal, isReported) => {
      await happened(...history);
      listed = [journal];
      await poll();
      expect(enqueued).toEqual(isReported ? ['adjust-deposit d-1'] : []);
    });
    it('reports a journal that returns the money, of an account that moved money', async () => {
      await happened(requested, started, completed);
      listed = [out('executed', { accountId: 'a-1' })];
      credited = [reversal('j-2', 'executed', 'd-1')];
      await poll();
      expect(askedCredits).toMatchObject([{ accountIds: new Set(['a-1']) }]);
      expect(enqueued).toEqual(['adjust-deposit d-1']);
    });
    it('ignores a deposit that the account received', async () => {
      const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
      await store.transact(deposits, 'd-3', () => [requested, started, completed], cause);
      credited = [reversal('j-3', 'executed', 'd-3')];
      await poll();
      expect(enqueued).toEqual([]);
    });
    it('reports reversals although the list of returns fails', async () => {
      listed = [reversal('j-1', 'canceled', 'd-1')];
      credited = null as never;
      await expect(poll()).rejects.toThrow();
      expect(enqueued).toEqual(['adjust-deposit d-1']);
    });
    it('reports a mirror journal of a deposit', async () => {
      listed = [out('executed', { journalKey: 'd-2' })];
      await poll();
      expect(enqueued).toEqual(['adjust-deposit d-2']);
    });
  });
});
