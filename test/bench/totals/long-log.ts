import { deterministicId } from '#kernel/ids.js';
import { cents } from '#kernel/money.js';
import type { Batch, RecordedEvent } from '#kernel/event-store/event-log.js';
import {
  type OpenPeriod,
  firstPeriod,
  plannedPeriod,
} from '../../../libs/settlement/src/ledger/ledger.state.js';
import { type Totals, checksumOf } from '../../../libs/settlement/src/ledger/period.decide.js';
import { digestOf } from '../../../libs/settlement/src/settlement-periods/line.js';
import { NO_SUMS, totalsOfSums } from '../../../libs/settlement/src/ledger/period-sums.js';

const BATCH_EVENTS = 500;
const FEE_CENTS = 150n;
/** Above everything that the partner's own stream can have. */
const FIRST_POSITION = 1_000_000n;
const DAY_MS = 24 * 60 * 60_000;

type Event = { readonly stream: string; readonly type: string; readonly data: object };

/**
 * A partner's log with as many deposits in each closed period as wanted, made while it is read: it
 * takes no room.
 */
export class LongLog {
  readonly periodIds: string[] = [];

  constructor(
    private readonly created: RecordedEvent,
    private readonly sizes: readonly number[],
  ) {}

  async *subscribe(_after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    let position = FIRST_POSITION;
    let events: RecordedEvent[] = [this.created];
    for (const { stream, type, data } of this.events()) {
      position += 1n;
      const id = deterministicId('long', `${position}`);
      const { metadata } = this.created;
      events.push({ id, stream, type, data, metadata, position, revision: 0n });
      if (events.length < BATCH_EVENTS) continue;
      yield { events, caughtUp: false };
      events = [];
      if (signal.aborted) return;
    }
    yield { events, caughtUp: true };
  }

  private *events(): Generator<Event> {
    const { partnerId, at } = this.created.data as { partnerId: string; at: string };
    let period = firstPeriod(partnerId, at);
    let position = FIRST_POSITION;
    for (const size of this.sizes) {
      this.periodIds.push(period.periodId);
      const sums = { gross: 0n, digest: 0n };
      for (let n = 0; n < size; n++) yield* depositEvents(partnerId, period, n, sums);
      position += BigInt(2 * size + 1);
      const totals = totalsOf(size, sums, position);
      const next = nextPeriod(partnerId, period);
      yield cutOffEvent(partnerId, period, next);
      yield closingEvent(partnerId, period, totals);
      position += 1n;
      period = next;
    }
  }
}

type Sums = { gross: bigint; digest: bigint };

function* depositEvents(
  partnerId: string,
  { number, opensAt }: OpenPeriod,
  n: number,
  sums: Sums,
): Generator<Event> {
  const depositId = deterministicId('long-deposit', String(number), String(n));
  const amount = 1_000n + BigInt(n % 10_000);
  const at = new Date(Date.parse(opensAt) + (n % DAY_MS)).toISOString();
  const about = { depositId, partnerId, userId: deterministicId('long-user', String(n % 1_000)) };
  const amounts = { amountCents: `${amount}`, feeCents: `${FEE_CENTS}` };
  const stream = `deposit-${depositId}`;
  const asked = { externalId: n % 7 === 0 ? `=${n}+1` : `deposit-${number}-${n}`, accountId: 'a' };
  yield { stream, type: 'DepositRequested', data: { ...about, ...amounts, ...asked, at } };
  const journalId = deterministicId('long-journal', depositId);
  yield { stream, type: 'DepositCompleted', data: { ...about, ...amounts, journalId, at } };
  const { userId } = about;
  const line = { transactionId: depositId, userId, completedAt: at, journalId };
  sums.gross += amount;
  const booked = { grossCents: cents(amount), feeCents: cents(FEE_CENTS), dueCents: cents(amount) };
  sums.digest += digestOf({ type: 'deposit', ...line, ...booked });
}

const totalsOf = (count: number, { gross, digest }: Sums, position: bigint): Totals => ({
  ...totalsOfSums({ ...NO_SUMS, linesDigest: digest }, `${position}`),
  count,
  grossCents: cents(gross),
  feeCents: cents(FEE_CENTS * BigInt(count)),
  dueCents: cents(gross),
});

const nextPeriod = (partnerId: string, { number, cutOffAt, schedule }: OpenPeriod): OpenPeriod =>
  plannedPeriod(partnerId, number + 1, cutOffAt, schedule, Date.parse(cutOffAt));

const cutOffEvent = (partnerId: string, period: OpenPeriod, next: OpenPeriod): Event => {
  const { periodId, number, opensAt, cutOffAt: at, dueAt } = period;
  const data = { partnerId, periodId, number, opensAt, by: 'schedule', standsFor: at, dueAt };
  const stream = `settlement-${partnerId}`;
  return { stream, type: 'SettlementCutOffReached', data: { ...data, next, at } };
};

const closingEvent = (partnerId: string, period: OpenPeriod, totals: Totals): Event => {
  const { periodId, number, dueAt, cutOffAt: at } = period;
  const { grossCents, feeCents, adjustmentCents, ...counts } = totals;
  const sums = { grossCents: `${grossCents}`, feeCents: `${feeCents}` };
  const due = {
    adjustmentCents: `${adjustmentCents}`,
    dueCents: `${grossCents}`,
    carriedCents: '0',
  };
  const about = { partnerId, periodId, number, dueAt, at, checksum: checksumOf(periodId, totals) };
  const data = { ...about, ...counts, ...sums, ...due };
  return { stream: `settlement-${partnerId}`, type: 'SettlementPeriodClosed', data };
};
