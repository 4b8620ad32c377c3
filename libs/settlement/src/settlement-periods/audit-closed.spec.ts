import { describe, expect, it } from '@jest/globals';
import type { From } from '#read-models/table-reader.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { registeredPeriods } from '../settlement.projector.js';
import { id, partnerId, created, midnight } from '../ledger/ledger.examples.js';
import { firstPeriod, plannedPeriod } from '../ledger/ledger.state.js';
import { DEFAULT_SCHEDULE } from '../schedule/schedule.js';
import { type Totals, checksumOf } from '../ledger/period.decide.js';
import { auditClosed } from './audit-closed.js';
import { totalsOfSums } from '../ledger/period-sums.js';
import { sumTable } from './settlement.tables.js';

type Event = { readonly type: string; readonly data: object };

const deposit = {
  depositId: idOf('d-1'),
  partnerId,
  userId: idOf('u-1'),
  amountCents: '10000',
  feeCents: '150',
  at: created,
};
const first = firstPeriod(partnerId, created);
const next = plannedPeriod(partnerId, 2, midnight, DEFAULT_SCHEDULE, Date.parse(midnight));
const { periodId, number, opensAt, dueAt } = first;
const about = { partnerId, periodId, number };

const upToCutOff: Event[] = [
  { type: 'PartnerCreated', data: { partnerId, name: 'P', at: created } },
  { type: 'DepositRequested', data: { ...deposit, externalId: 'x', accountId: 'a' } },
  { type: 'DepositCompleted', data: { ...deposit, journalId: 'j-1' } },
  {
    type: 'SettlementCutOffReached',
    data: { ...about, opensAt, by: 'schedule', standsFor: midnight, dueAt, next, at: midnight },
  },
];

const streams = new Map([
  ['P', `partner-${partnerId}`],
  ['D', 'deposit-d-1'],
  ['S', `settlement-${partnerId}`],
]);

const filled = async (events: readonly Event[]): Promise<{ readonly from: From }> => {
  const reads = await MemoryReads.open([registeredPeriods]);
  const recorded = events.map((event, i) => {
    const stream = streams.get(event.type.charAt(0))!;
    const place = { stream, position: BigInt(i + 1), revision: 0n, metadata: { partnerId } };
    return { ...event, id: `${i}`, ...place } as RecordedEvent;
  });
  await reads.take(...recorded);
  return { from: await reads.store.read(({ from }) => Promise.resolve(from)) };
};

/** The closing event that the worker would append, with the totals of the first build. */
const closing = async (): Promise<Event> => {
  const { from } = await filled(upToCutOff);
  const [sums] = await from(sumTable).find(partnerId, { where: { period: periodId } });
  const totals = totalsOfSums(sums!, `${upToCutOff.length}`);
  const checksum = checksumOf(periodId, totals);
  const rest = { carriedCents: '0', dueAt, at: midnight };
  const data = { ...about, ...asJson(totals), ...rest, checksum };
  return { type: 'SettlementPeriodClosed', data };
};

const asJson = (totals: Totals): object =>
  Object.fromEntries(
    Object.entries(totals).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? `${value}` : value,
    ]),
  );

const audited = async (events: readonly Event[]) => auditClosed((await filled(events)).from);

const withDeposit = (change: object): Event[] =>
  upToCutOff.map((event) =>
    event.type === 'DepositCompleted' ? { ...event, data: { ...event.data, ...change } } : event,
  );

describe('closed periods in a rebuild', () => {
  it('pass with the lines they were closed with', async () => {
    expect(await audited([...upToCutOff, await closing()])).toEqual([]);
  });

  it.each([
    ['another amount', { amountCents: '10001' }, 'gross 100.01'],
    ['another fee', { feeCents: '151' }, 'fees 1.51'],
    ['another journal', { journalId: 'j-2' }, 'digest'],
    ['another user', { userId: idOf('u-2') }, 'digest'],
  ])('fail with %s', async (_, change, expected) => {
    const errors = await audited([...withDeposit(change), await closing()]);
    expect(errors).toEqual([expect.stringContaining(`period ${id(1)} was closed with count 1`)]);
    expect(errors[0]).toContain(expected);
  });

  it('fail without a line', async () => {
    const fewer = upToCutOff.filter(({ type }) => type !== 'DepositCompleted');
    expect(await audited([...fewer, await closing()])).toHaveLength(1);
  });

  it('fail with a line that was adjusted since, and report their totals', async () => {
    const change = { amountCents: '-2500', feeCents: '0', journalId: 'j-2', number: 2 };
    const adjusted = { ...deposit, ...change, reason: 'corrected', credits: [] };
    const [proposed, completed, cut] = upToCutOff.slice(1) as [Event, Event, Event];
    const events = [upToCutOff[0]!, proposed, completed];
    const [fieldError] = await audited([
      ...events,
      { type: 'DepositAdjusted', data: adjusted },
      cut,
      await closing(),
    ]);
    expect(fieldError).toMatch(
      /with count 1, gross 100.00, fees 1.50, adjustments 0.00, due 100.00, digest \d+; in the rebuild its lines have count 1, gross 100.00, fees 1.50, adjustments -25.00, due 75.00, digest \d+$/,
    );
  });

  it('are not checked while they are open', async () => {
    const { from } = await filled(withDeposit({ amountCents: '1' }));
    const read: string[] = [];
    const recording: From = (table) => (read.push(table.name), from(table));
    expect(await auditClosed(recording)).toEqual([]);
    expect(read).toEqual(['settlementPeriodRows']);
  });
});
