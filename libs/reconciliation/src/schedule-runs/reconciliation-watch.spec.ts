import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrokerChanges } from '#broker/broker-changes.js';
import type { Logger } from '#kernel/logger.js';
import { unavailable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { runCause } from '../reconciliation/cause.js';
import { dismissDifference, requestRun } from '../reconciliation/reconciliation.decide.js';
import {
  RECONCILIATION,
  type Reconciliation,
  type RecordedDifference,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';
import type { ReconciliationEvent } from '../reconciliation/reconciliation.events.js';
import { ReconciliationWatch } from './reconciliation-watch.js';

const noon = new Date('2026-03-16T12:00:00.000Z');
const later = new Date('2026-03-16T13:05:00.000Z');
const cause = runCause('test');
const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

const difference = (partnerId: string): RecordedDifference => ({
  ...{ differenceId: `credit-${partnerId}`, kind: 'read_model_digest', partnerId },
  ...{ settlementId: null, depositId: null, orderId: null, journalId: null },
  ...{ brokerOrderId: null, accountId: null, what: 'credit is off by 1.00' },
});

const finished: Extract<ReconciliationEvent, { type: 'ReconciliationFinished' }> = {
  type: 'ReconciliationFinished',
  data: {
    ...{ kind: 'hourly', from: noon.toISOString(), until: noon.toISOString() },
    ...{ logFrom: null, logUntil: null, tookMs: 1, calls: 1, foreign: 0, unreadable: 0 },
    ...{ notCompared: 0, closed: [], more: 0, at: noon.toISOString() },
    compared: { deposits: 0, journals: 0, orders: 0, accounts: 0, periods: 0 },
    opened: [difference('p-1'), difference('p-2')],
  },
};

let store: EventStore;
/** Runs once, during the reconciliation. */
let meanwhile: () => Promise<unknown>;
let runs: number;

const happens = (decide: Decision<Reconciliation, ReconciliationEvent>) =>
  store.transact(reconciliations, RECONCILIATION, decide, cause);
const state = () => store.load(reconciliations, RECONCILIATION);

const changes = () => {
  const none = { things: [], unreadable: 0 };
  return {
    calls: 5,
    journalsOfDays: async () => {
      runs++;
      const others = meanwhile;
      meanwhile = () => Promise.resolve();
      await others();
      return { journals: [], isWhole: true, unreadable: 0, unread: [] };
    },
    ...{ reportedJournals: async () => none, reportedOrders: async () => none },
    ...{ openedAccounts: async () => none, reportedAccounts: async () => none },
  } as unknown as BrokerChanges;
};

/** The read models are unavailable. */
const unavailableReads = () => Promise.reject(unavailable('rebuilding', 'not now', 1));
let timeMs = later.getTime();

const watch = () => {
  const log = new InMemoryEventLog();
  return new ReconciliationWatch({
    ...{ log, store, rows: { find: async () => [], snapshot: unavailableReads }, logger: quiet },
    ...{ broker: { changes, listOrders: async () => [] }, queues: { add: async () => undefined } },
    clock: () => new Date(timeMs++),
  });
};

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  runs = 0;
  timeMs = later.getTime();
  meanwhile = () => Promise.resolve();
  await happens(() => [finished]);
});

const dismissing = (id: string) =>
  dismissDifference(id, { by: 'staff:s-1', reason: 'seen' }, later);

describe('a run of the reconciliation', () => {
  it('counts, although a person dismissed a difference meanwhile', async () => {
    meanwhile = () => happens(dismissing('credit-p-1'));
    await watch().work();
    const { count, differences } = await state();
    expect([runs, count]).toEqual([1, 2]);
    expect(differences.get('credit-p-1')?.dismissed).toMatchObject({ reason: 'seen' });
    expect(openDifferences(await state())).toHaveLength(1);
  });

  it('leaves a request that arrived meanwhile to the next run', async () => {
    const at = new Date(later.getTime() + 500);
    meanwhile = () => happens(requestRun('staff:s-1', at));
    await watch().work();
    expect(await state()).toMatchObject({ count: 2, requestedAt: at.toISOString() });
    timeMs = at.getTime() + 6_000;
    await watch().work();
    expect(await state()).toMatchObject({ count: 3, requestedAt: null });
  });

  it('keeps a difference that a closing found meanwhile', async () => {
    const at = new Date(later.getTime() + 1_000).toISOString();
    const found = { opened: [], pending: [difference('p-3')] };
    const data = { ...finished.data, kind: 'closing' as const, ...found, at };
    meanwhile = () => happens(() => [{ type: 'ReconciliationFinished', data }]);
    await watch().work();
    const { count, pending } = await state();
    expect([count, pending.size]).toEqual([2, 1]);
  });

  it('counts once if two leaders run it', async () => {
    meanwhile = () => watch().work();
    await watch().work();
    expect(await state()).toMatchObject({ count: 2 });
  });
});
