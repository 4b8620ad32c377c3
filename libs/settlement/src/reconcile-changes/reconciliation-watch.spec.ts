import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrokerChanges } from '#platform/broker/broker-changes.js';
import type { Logger } from '#platform/core/logger.js';
import { unavailable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { Decision } from '#platform/event-store/stream.js';
import { runCause } from '../reconciliation/reconciliation-cause.js';
import { dismissDifference, requestRun } from '../reconciliation/reconciliation.decide.js';
import {
  RECONCILIATION,
  type Reconciliation,
  type RecordedDifference,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';
import type { ReconciliationEvent } from '../reconciliation/reconciliation.events.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { ReconciliationWatch } from './reconciliation-watch.js';

const noon = new Date('2026-03-16T12:00:00.000Z');
const later = new Date('2026-03-16T13:05:00.000Z');
const cause = runCause('test');
const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

const difference = (partnerId: string): RecordedDifference => ({
  ...{ differenceId: `credit-${partnerId}`, kind: 'partner_credit', partnerId },
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
/** While a run is under way, once. */
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
    ...{ toldJournals: async () => none, toldOrders: async () => none },
    ...{ openedAccounts: async () => none, toldAccounts: async () => none },
  } as unknown as BrokerChanges;
};

const watch = () => {
  const log = new InMemoryEventLog();
  const reader = {
    shown: () => Promise.reject(unavailable('rebuilding', 'not now', 1)),
  } as unknown as SettlementReader;
  return new ReconciliationWatch({
    ...{ log, store, reader, rows: { find: async () => [] }, logger: quiet },
    ...{ broker: { changes }, queues: { add: async () => undefined } },
    ...{ clock: () => later, secondLookAfterMs: 0 },
  });
};

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  runs = 0;
  meanwhile = () => Promise.resolve();
  await happens(() => [finished]);
});

const dismissing = (id: string) =>
  dismissDifference(id, { by: 'staff:s-1', reason: 'seen' }, later);

describe('a run of the reconciliation', () => {
  it('counts, though a person dismissed something meanwhile', async () => {
    meanwhile = () => happens(dismissing('credit-p-1'));
    await watch().look();
    const { count, differences } = await state();
    expect([runs, count]).toEqual([1, 2]);
    expect(differences.get('credit-p-1')?.dismissed).toMatchObject({ reason: 'seen' });
    expect(openDifferences(await state())).toHaveLength(1);
  });

  it('is made again for one that was asked for meanwhile', async () => {
    meanwhile = () => happens(requestRun('staff:s-1', later));
    await watch().look();
    expect(await state()).toMatchObject({ count: 1, requestedAt: later.toISOString() });
    await watch().look();
    expect(await state()).toMatchObject({ count: 2, requestedAt: null });
  });

  it('is made again when a closing found something meanwhile', async () => {
    const opened = [difference('p-3')];
    const data = { ...finished.data, kind: 'closing', opened, at: later.toISOString() } as const;
    meanwhile = () => happens(() => [{ type: 'ReconciliationFinished', data }]);
    await watch().look();
    expect((await state()).count).toBe(1);
    await watch().look();
    expect((await state()).count).toBe(2);
  });

  it('counts once where two leaders make it', async () => {
    meanwhile = () => watch().look();
    await watch().look();
    expect(await state()).toMatchObject({ count: 2 });
  });
});
