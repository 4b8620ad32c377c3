import { beforeEach, describe, expect, it } from '@jest/globals';
import { partners } from '#auth';
import { type DepositEvent, deposits } from '#funding';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { BrokerChanges } from '#platform/broker/broker-changes.js';
import type { NewEvent } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { NeedsOperator } from '#platform/jobs/needs-operator.js';
import { Freshness } from '#platform/read-store/freshness.js';
import type { RowChange } from '#platform/read-store/row-change.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { OPEN, lineTable, sumTable } from '../settlement-periods/settlement.tables.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { BookStore } from '../book/book-store.js';
import { cutOff } from '../book/period.decide.js';
import { periodJobId } from '../book/period-job-id.js';
import { registeredPeriods } from '../settlement.projector.js';
import { PeriodAtBroker } from '../reconcile-changes/period-at-broker.js';
import {
  RECONCILIATION,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';
import { ClosePeriodProcessor, NotFrozen, PeriodDiffers } from './close-period.processor.js';
import { LoggedTotals } from './logged-totals.js';

const NOW = new Date('2026-03-16T09:00:00.000Z');
const at = NOW.toISOString();
const P1 = idOf('p-1');
const P2 = idOf('p-2');

/** Remembers where walks of the log began. */
class WatchedLog extends InMemoryEventLog {
  readonly walks: (bigint | null)[] = [];

  override subscribe(after: bigint | null, signal: AbortSignal) {
    this.walks.push(after);
    return super.subscribe(after, signal);
  }
}

let log: WatchedLog;
let store: EventStore;
let logged: LoggedTotals;
/** The broker's journals; a spec makes it lose one, or not answer. */
let ledger: Pick<BrokerChanges, 'calls' | 'journalsOfDays' | 'journal'>;
/** What a read model makes of a change; a spec makes it lose something. */
let alters: (change: RowChange) => readonly RowChange[];

beforeEach(async () => {
  log = new WatchedLog();
  store = new EventStore(log);
  logged = new LoggedTotals(log);
  alters = (change) => [change];
  ledgerHolds();
  for (const partnerId of [P1, P2]) {
    const created = { type: 'PartnerCreated' as const, data: { partnerId, name: 'P', at } };
    await store.transact(partners, partnerId, () => [created], operatorCause(partnerId));
  }
});

const deposit = async (name: string, amount: number, partnerId = P1, reversed = false) => {
  const id = idOf(name);
  const about = { depositId: id, partnerId, userId: idOf('u-1'), at };
  const amounts = { amountCents: cents(amount), feeCents: cents(10), journalId: `j-${id}` };
  const events: DepositEvent[] = [
    { type: 'DepositRequested', data: { ...about, ...amounts, externalId: id, accountId: 'a-1' } },
    { type: 'DepositCompleted', data: { ...about, ...amounts } },
  ];
  if (reversed)
    events.push({ type: 'DepositReversed', data: { ...about, ...amounts, reason: 'taken back' } });
  await store.transact(deposits, id, () => events, operatorCause(partnerId));
};

const ledgerHolds = (...amounts: readonly (readonly [id: string, net: number])[]) => {
  const journals = amounts.map(([id, net]) => ({
    ...{
      id: `j-${idOf(id)}`,
      journalKey: idOf(id),
      accountId: 'a-1',
      direction: 'to_user' as const,
    },
    ...{ amount: cents(net), amountText: centsToDecimal(cents(net)), status: 'executed' },
    createdAt: at,
  }));
  const listed = { journals, isWhole: true, unreadable: 0, unread: [] };
  ledger = { calls: 2, journalsOfDays: () => Promise.resolve(listed), journal: none };
};

const none = () => Promise.resolve(null);

/** Read models as far as the log goes, or only so many events of it. */
const readsOf = async (events = Infinity): Promise<MemoryReads> => {
  const lossy: typeof registeredPeriods = {
    ...registeredPeriods,
    changesOf: (...of) => registeredPeriods.changesOf(...of).flatMap((change) => alters(change)),
  };
  const reads = await MemoryReads.open([lossy]);
  let taken = 0;
  for await (const event of walkLog(log)) if (taken++ < events) await reads.take(event);
  return reads;
};

const bookOf = async (reads?: MemoryReads) =>
  new BookStore(log, store, (reads ?? (await readsOf())).rows);

const cutOffNow = async (partnerId = P1) => {
  const books = await bookOf();
  await books.transact(partnerId, cutOff('operator', NOW), operatorCause(partnerId));
};

const close = async (number: number, partnerId = P1, reads?: MemoryReads) => {
  const served = reads ?? (await readsOf());
  const redis = { hgetall: () => Promise.resolve({}), hdel: () => Promise.resolve(0) };
  const books = await bookOf(served);
  log.walks.length = 0;
  const data = { id: periodJobId(partnerId, number), correlationId: 'c', causationId: 'c' };
  const atBroker = new PeriodAtBroker(store, log, { changes: () => ledger as BrokerChanges });
  atBroker.secondLookAfterMs = 1;
  const { rows, engine } = served;
  const stores = [books, rows, new Freshness(engine, log), engine, redis as never, log] as const;
  await new ClosePeriodProcessor(...stores, logged, atBroker).process(data);
};

const closings = async (partnerId = P1) =>
  (await log.read(`settlement-${partnerId}`)).filter(
    ({ type }) => type === 'SettlementPeriodClosed',
  );
/** Loses one of the sums. */
const losing =
  (name: string) =>
  (change: RowChange): readonly RowChange[] =>
    change.op === 'add' && name in change.by
      ? [{ ...change, by: { ...change.by, [name]: 0n } }]
      : [change];

describe('the closing of a period', () => {
  it('fixes what the log adds up to between its two cut-offs', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await deposit('d-2', 50_00, P1, true);
    await deposit('d-3', 7_00, P2);
    await deposit('d-4', 30_00);
    await cutOffNow();
    await deposit('d-5', 99_00);
    await close(2);
    expect((await closings()).map(({ data }) => data)).toMatchObject([
      { number: 1, count: 1, grossCents: '10000', feeCents: '10', adjustmentCents: '0' },
      { number: 2, count: 2, grossCents: '8000', feeCents: '20', adjustmentCents: '-5000' },
    ]);
  });

  it('reads the log from the cut-off before, and not again when it is asked for again', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await close(1);
    await cutOffNow();
    const [first] = (await log.read(`settlement-${P1}`)).map(({ position }) => position);
    alters = (change) => (change.op === 'add' ? [] : [change]);
    await deposit('d-2', 1_00);
    await cutOffNow();
    await expect(close(3)).rejects.toThrow(PeriodDiffers);
    expect(log.walks[0]).toBe(first);
    await expect(close(3)).rejects.toThrow(PeriodDiffers);
    expect(log.walks).toEqual([]);
  });

  it('happens once, however often and from wherever it is asked for', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await Promise.all([close(1), close(1), close(1)]);
    await close(1);
    expect(await closings()).toHaveLength(1);
  });

  const parts = ['count', 'grossCents', 'feeCents', 'adjustmentCount', 'adjustmentCents'] as const;
  it.each([...parts, 'linesDigest'])('is refused while %s is served wrong', async (name) => {
    await deposit('d-1', 100_00, P1, true);
    await cutOffNow();
    alters = losing(name);
    await expect(close(1)).rejects.toThrow(PeriodDiffers);
    await expect(close(1)).rejects.toThrow(NeedsOperator);
    expect(await closings()).toEqual([]);
    alters = (change) => [change];
    await close(1);
    expect(await closings()).toHaveLength(1);
  });

  it('is refused when the sums are right and a line is not in the statement', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    alters = (change) => (change.table === lineTable ? [] : [change]);
    await expect(close(1)).rejects.toThrow('count 1 in the log, 0 by its lines');
    expect(await closings()).toEqual([]);
  });

  it('is refused when the sums of the period are gone', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    alters = (change) => (change.op === 'update' && change.table === sumTable ? [] : [change]);
    await expect(close(1)).rejects.toThrow('gross 100.00 in the log, 0.00 in the read model');
  });

  it('waits, and refuses nothing, while the read model has not come to the cut-off', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await expect(close(1, P1, await readsOf(4))).rejects.toThrow(NotFrozen);
    expect(log.walks).toEqual([]);
  });

  it('of a later period waits for the one before it, whose credit it takes', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await cutOffNow();
    alters = (change) => (change.op === 'add' && change.key['period'] === OPEN ? [] : [change]);
    await expect(close(2)).rejects.toThrow('period 1 is not closed');
    expect(await closings()).toEqual([]);
  });

  it('tells operators what to do', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    alters = losing('grossCents');
    await expect(close(1)).rejects.toThrow(
      'npm run ops -- rebuild --projection settlement-periods',
    );
  });
});

describe('totals by the log', () => {
  const placeOf = (partnerId: string, after: bigint, cutOffAt: bigint) => ({
    ...{ partnerId, after, cutOff: cutOffAt },
  });

  it('that are asked for together are read together, each from its own beginning', async () => {
    await deposit('d-1', 100_00);
    await deposit('d-2', 7_00, P2);
    await cutOffNow();
    const head = (await log.head())!;
    log.walks.length = 0;
    const begun = [logged.of(placeOf(P1, 1n, head))];
    begun.push(logged.of(placeOf(P2, 2n, head)), logged.of(placeOf(P1, 4n, head)));
    const found = await Promise.all(begun);
    expect(found.map(({ grossCents }) => grossCents)).toEqual([100_00n, 7_00n, 0n]);
    expect(log.walks).toHaveLength(2);
  });

  it('with an event that cannot be read fail, and no others with them', async () => {
    const poison: NewEvent = {
      ...{ id: '7c1e2f4e-0000-4000-8000-000000000001', type: 'DepositVanished', data: {} },
      metadata: { ...operatorCause(P2), at },
    };
    await deposit('d-1', 100_00);
    await log.append('deposit-d-9', 'no_stream', [poison]);
    await cutOffNow();
    const head = (await log.head())!;
    const [mine, theirs] = await Promise.allSettled([
      logged.of(placeOf(P1, 0n, head)),
      logged.of(placeOf(P2, 0n, head)),
    ]);
    expect(mine).toMatchObject({ status: 'fulfilled', value: { grossCents: 100_00n } });
    expect(theirs.status).toBe('rejected');
  });
});

describe('the broker’s journals of a period that closes', () => {
  const closeOne = async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await close(1);
    const [closed] = await closings();
    const open = openDifferences(await store.load(reconciliations, RECONCILIATION));
    const { atBroker } = closed!.data as { atBroker: object };
    return { atBroker, kinds: open.map(({ kind }) => kind) };
  };

  it('agree, and the closing says so', async () => {
    ledgerHolds(['d-1', 99_90]);
    const agreed = { compared: 1, differences: 0, notCompared: 0 };
    expect(await closeOne()).toEqual({ atBroker: agreed, kinds: [] });
    expect(await log.read('reconciliation-broker')).toEqual([]);
  });
  it('differ: people are told, and the period closes with what the log adds up to', async () => {
    ledgerHolds(['d-1', 99_00]);
    const differs = { compared: 1, differences: 1, notCompared: 0 };
    expect(await closeOne()).toEqual({ atBroker: differs, kinds: ['deposit_amount'] });
  });
  it('are looked at twice: what came in between is no difference', async () => {
    ledgerHolds(['d-1', 99_90]);
    const whole = ledger.journalsOfDays;
    let looks = 0;
    ledger = {
      ...ledger,
      journalsOfDays: (span) =>
        looks++ === 0
          ? Promise.resolve({ journals: [], isWhole: true, unreadable: 0, unread: [] })
          : whole(span),
    };
    const agreed = { compared: 1, differences: 0, notCompared: 0 };
    expect(await closeOne()).toEqual({ atBroker: agreed, kinds: [] });
    expect(looks).toBe(2);
  });
  it.each<[string, number, string[]]>([
    ['that', 99_90, []],
    ['another amount', 99_00, ['deposit_amount']],
  ])(
    'that are in no list that can be read are asked for by their ids: %s',
    async (_, net, kinds) => {
      ledgerHolds(['d-1', net]);
      const [journal = null] = (await ledger.journalsOfDays({ from: at, until: at })).journals;
      const unread = [`j-${idOf('d-1')}`];
      const listed = { journals: [], isWhole: true, unreadable: 1, unread };
      ledger = {
        ...{ calls: 2, journalsOfDays: () => Promise.resolve(listed) },
        journal: (id) => Promise.resolve(id === journal?.id ? journal : null),
      };
      expect((await closeOne()).kinds).toEqual(kinds);
    },
  );
  it('that the broker has not at all are missing', async () =>
    expect((await closeOne()).kinds).toEqual(['deposit_missing_at_broker']));
  it('that a list lacks by the dozen are left to the runs', async () => {
    for (let n = 2; n <= 21; n++) await deposit(`d-${n}`, 100_00);
    const asked: string[] = [];
    ledger = { ...ledger, journal: (id) => (asked.push(id), none()) };
    const notCompared = { compared: 0, differences: 0, notCompared: 21 };
    expect(await closeOne()).toEqual({ atBroker: notCompared, kinds: [] });
    expect(asked).toEqual([]);
  });
  it('that the broker says nothing of are not compared', async () => {
    ledger = { ...ledger, journal: () => Promise.reject(new Error('no answer')) };
    const notCompared = { compared: 0, differences: 0, notCompared: 1 };
    expect(await closeOne()).toEqual({ atBroker: notCompared, kinds: [] });
  });
  it.each([
    ['are not to be had', () => Promise.reject(new Error('no answer'))],
    [
      'are not all listed',
      () => Promise.resolve({ journals: [], isWhole: false, unreadable: 0, unread: [] }),
    ],
  ])('%s: the period closes all the same', async (_, journalsOfDays) => {
    ledger = { ...ledger, journalsOfDays };
    const notCompared = { compared: 0, differences: 0, notCompared: 1 };
    expect(await closeOne()).toEqual({ atBroker: notCompared, kinds: [] });
  });
});
