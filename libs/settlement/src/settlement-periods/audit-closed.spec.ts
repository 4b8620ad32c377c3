import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { MemoryModels } from '#platform/read-models/memory-models.js';
import { registeredPeriods } from '../settlement.projector.js';
import { id, partnerId, created, midnight } from '../book/book.examples.js';
import { firstPeriod, plannedPeriod } from '../book/book.state.js';
import { DEFAULT_SCHEDULE } from '../schedule/schedule.js';
import { checksumOf } from '../book/period.decide.js';
import { auditClosed } from './audit-closed.js';
import { linesOf } from './names.js';
import { totalsOf } from './totals.js';

type Event = { readonly type: string; readonly data: object };

const deposit = {
  depositId: 'd-1',
  partnerId,
  userId: 'u-1',
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

const filled = (events: readonly Event[]) => {
  const model = new MemoryModels(registeredPeriods);
  for (const [i, event] of events.entries()) {
    const stream = streams.get(event.type.charAt(0))!;
    model.take({ ...event, stream, position: BigInt(i + 1), revision: 0n } as RecordedEvent);
  }
  const documents = async (docs: readonly string[]) => {
    const read = await model.documents(partnerId, '', docs);
    return read.status === 'ready' ? read.value : [];
  };
  const members = async (index: string, offset: number, limit: number) => {
    const read = await model.page(partnerId, '', { index, docPrefix: '', offset, limit });
    return read.status === 'ready' ? read.value.ids : [];
  };
  return { documents, members };
};

/** As the worker fixes it, by what the first filling holds. */
const closing = async (): Promise<Event> => {
  const [period, sums] = await filled(upToCutOff).documents([periodId, linesOf(periodId)]);
  const totals = totalsOf(period!, sums!);
  const checksum = checksumOf(periodId, totals);
  const cents = { grossCents: `${totals.grossCents}`, feeCents: `${totals.feeCents}` };
  const rest = { adjustmentCents: '0', dueCents: '10000', carriedCents: '0', dueAt, at: midnight };
  const data = { ...about, ...totals, ...cents, ...rest, checksum };
  return { type: 'SettlementPeriodClosed', data };
};

const withDeposit = (change: object): Event[] =>
  upToCutOff.map((event) =>
    event.type === 'DepositCompleted' ? { ...event, data: { ...event.data, ...change } } : event,
  );

describe('closed periods that are filled again', () => {
  it('pass with the lines they were closed with', async () => {
    expect(await auditClosed(filled([...upToCutOff, await closing()]))).toEqual([]);
  });

  it.each([
    ['another amount', { amountCents: '10001' }, 'gross 100.01'],
    ['another fee', { feeCents: '151' }, 'fees 1.51'],
    ['another journal', { journalId: 'j-2' }, 'digest'],
    ['another user', { userId: 'u-2' }, 'digest'],
  ])('fail with %s', async (_, change, told) => {
    const faults = await auditClosed(filled([...withDeposit(change), await closing()]));
    expect(faults).toEqual([expect.stringContaining(`period ${id(1)} was closed with count 1`)]);
    expect(faults[0]).toContain(told);
  });

  it('fail without a line', async () => {
    const fewer = upToCutOff.filter(({ type }) => type !== 'DepositCompleted');
    expect(await auditClosed(filled([...fewer, await closing()]))).toHaveLength(1);
  });

  it('are not judged while they are open', async () => {
    expect(await auditClosed(filled(withDeposit({ amountCents: '1' })))).toEqual([]);
  });
});
