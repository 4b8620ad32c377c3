import { beforeEach, describe, expect, it } from '@jest/globals';
import { partners } from '#auth/partner/partner.state.js';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { deposits } from '#funding/deposit/deposit.state.js';
import { cents } from '#kernel/money.js';
import type { NewEvent } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import type { RowChange } from '#kernel/projection/row-change.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { OPEN, lineTable, sumTable } from '../settlement-periods/settlement.tables.js';
import { eventsOf } from '../../../../test/support/events-of.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { cutOff } from '../ledger/period.decide.js';
import { periodJobId } from '../ledger/period-job-id.js';
import { registeredPeriods } from '../settlement.projector.js';
import type { ClosingPeriod } from './broker-check.js';
import { ClosePeriodProcessor, NotFrozen, PeriodDiffers } from './close-period.processor.js';
import { LoggedTotals } from './logged-totals.js';

const NOW = new Date('2026-03-16T09:00:00.000Z');
const at = NOW.toISOString();
const P1 = idOf('p-1');
const P2 = idOf('p-2');

/** Records the start positions of reads of the log. */
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
/** Result of the comparison with the broker, and the compared deposits. */
const atBroker = { compared: 2, differences: 1, notCompared: 0 };
let compared: ClosingPeriod[];
/** Alters each change of the read model. A spec can lose a change. */
let alters: (change: RowChange) => readonly RowChange[];

beforeEach(async () => {
  log = new WatchedLog();
  store = new EventStore(log);
  logged = new LoggedTotals(log);
  alters = (change) => [change];
  compared = [];
  for (const partnerId of [P1, P2]) {
    const created = { type: 'PartnerCreated' as const, data: { partnerId, name: 'P', at } };
    await store.transact(partners, partnerId, () => [created], operatorCause(partnerId));
  }
});

const deposit = async (name: string, amount: number, partnerId = P1, reversed = false) => {
  const id = idOf(name);
  const direction = 'DEPOSIT' as const;
  const about = { direction, depositId: id, partnerId, userId: idOf('u-1'), at };
  const amounts = { amountCents: cents(amount), feeCents: cents(10), journalId: `j-${id}` };
  const events: DepositEvent[] = [
    { type: 'DepositRequested', data: { ...about, ...amounts, externalId: id, accountId: 'a-1' } },
    { type: 'DepositCompleted', data: { ...about, ...amounts } },
  ];
  if (reversed)
    events.push({ type: 'DepositReversed', data: { ...about, ...amounts, reason: 'taken back' } });
  await store.transact(deposits, id, () => events, operatorCause(partnerId));
};

/** Read models with all events of the log, or with only the first `events` of them. */
const readsOf = async (events = Infinity): Promise<MemoryReads> => {
  const lossy: typeof registeredPeriods = {
    ...registeredPeriods,
    changesOf: (...of) => registeredPeriods.changesOf(...of).flatMap((change) => alters(change)),
  };
  const reads = await MemoryReads.open([lossy]);
  let taken = 0;
  for (const event of await eventsOf(log)) if (taken++ < events) await reads.take(event);
  return reads;
};

const ledgerOf = async (reads?: MemoryReads) =>
  new LedgerStore(log, store, (reads ?? (await readsOf())).rows);

const cutOffNow = async (partnerId = P1) => {
  const ledgers = await ledgerOf();
  await ledgers.transact(partnerId, cutOff('operator', NOW), operatorCause(partnerId));
};

const close = async (number: number, partnerId = P1, reads?: MemoryReads) => {
  const active = reads ?? (await readsOf());
  const redis = { hgetall: () => Promise.resolve({}), hdel: () => Promise.resolve(0) };
  const ledgers = await ledgerOf(active);
  log.walks.length = 0;
  const data = { id: periodJobId(partnerId, number), correlationId: 'c', causationId: 'c' };
  const check = { compare: async (period: ClosingPeriod) => (compared.push(period), atBroker) };
  const { rows, store } = active;
  const stores = [
    ledgers,
    rows,
    new ReadYourWrites(store, log),
    store,
    redis as never,
    log,
  ] as const;
  await new ClosePeriodProcessor(...stores, logged, check).process(data);
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
  it('fixes the totals of the log between its two cut-offs', async () => {
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

  it('reads the log from the previous cut-off, and only once', async () => {
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

  it('happens once, however many processes request it', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await Promise.all([close(1), close(1), close(1)]);
    await close(1);
    expect(await closings()).toHaveLength(1);
  });

  const parts = ['count', 'grossCents', 'feeCents', 'adjustmentCount', 'adjustmentCents'] as const;
  it.each([...parts, 'linesDigest'])(
    'is rejected while the read model has a wrong %s',
    async (name) => {
      await deposit('d-1', 100_00, P1, true);
      await cutOffNow();
      alters = losing(name);
      await expect(close(1)).rejects.toThrow(PeriodDiffers);
      await expect(close(1)).rejects.toThrow(NeedsOperator);
      expect(await closings()).toEqual([]);
      alters = (change) => [change];
      await close(1);
      expect(await closings()).toHaveLength(1);
    },
  );

  it('is rejected when the sums are right but the statement lacks a line', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    alters = (change) => (change.table === lineTable ? [] : [change]);
    await expect(close(1)).rejects.toThrow('count 1 in the log, 0 by its lines');
    expect(await closings()).toEqual([]);
  });

  it('is rejected when the sums of the period are missing', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    alters = (change) => (change.op === 'update' && change.table === sumTable ? [] : [change]);
    await expect(close(1)).rejects.toThrow('gross 100.00 in the log, 0.00 in the read model');
  });

  it('waits while the read model has not reached the cut-off', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await expect(close(1, P1, await readsOf(4))).rejects.toThrow(NotFrozen);
    expect(log.walks).toEqual([]);
  });

  it('of a later period waits for the previous period, because it uses the remaining credit', async () => {
    await deposit('d-1', 100_00);
    await cutOffNow();
    await cutOffNow();
    alters = (change) => (change.op === 'add' && change.key['period'] === OPEN ? [] : [change]);
    await expect(close(2)).rejects.toThrow('period 1 is not closed');
    expect(await closings()).toEqual([]);
  });

  it('names the next step for operators', async () => {
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

  it('of several periods share one read of the log', async () => {
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

  it('fail for a period with an unreadable event, but not for other periods', async () => {
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

describe('the deposits of a period that closes', () => {
  it('are compared with the broker, and the closing has the result', async () => {
    await deposit('d-1', 100_00);
    await deposit('d-2', 50_00, P1, true);
    await cutOffNow();
    await close(1);
    const depositIds = new Set([idOf('d-1'), idOf('d-2')]);
    expect(compared).toMatchObject([{ partnerId: P1, depositIds }]);
    expect((await closings())[0]?.data).toMatchObject({ atBroker });
  });
});
