import { deterministicId } from '#kernel/ids.js';
import { type Cents, cents } from '#kernel/money.js';
import { streamName } from '#kernel/event-store/stream.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { partners } from '#auth/partner/partner.state.js';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { deposits } from '#funding/deposit/deposit.state.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { registeredOrders } from '#orders/orders.projector.js';
import { RecordTransfer } from '#settlement/record-transfer/record-transfer.handler.js';
import { ReverseTransfer } from '#settlement/reverse-transfer/reverse-transfer.handler.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import { LedgerStore } from '../../../libs/settlement/src/ledger/ledger-store.js';
import { ledgers, periodId } from '../../../libs/settlement/src/ledger/ledger.state.js';
import {
  changeSchedule,
  cutOff,
  markOverdue,
} from '../../../libs/settlement/src/ledger/period.decide.js';
import { periodJobId } from '../../../libs/settlement/src/ledger/period-job-id.js';
import { TransferBooking } from '../../../libs/settlement/src/book-transfer/transfer-booking.js';
import {
  ClosePeriodProcessor,
  NotFrozen,
  PeriodDiffers,
} from '../../../libs/settlement/src/close-period/close-period.processor.js';
import { LoggedTotals } from '../../../libs/settlement/src/close-period/logged-totals.js';
import { RecordTransferHandler } from '../../../libs/settlement/src/record-transfer/record-transfer.handler.js';
import { ReverseTransferHandler } from '../../../libs/settlement/src/reverse-transfer/reverse-transfer.handler.js';
import type { Schedule } from '../../../libs/settlement/src/schedule/schedule.js';
import { transferId, transfers } from '../../../libs/settlement/src/transfer/transfer.state.js';
import { Refused } from '#kernel/refused.js';
import { MemoryReads, idOf } from '../../support/memory-reads.js';
import { WorldOrders } from './world-orders.js';
import { Killed, MortalLog } from './mortal-log.js';

type Deposit = {
  readonly id: string;
  readonly partnerId: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly direction: Direction;
  status: 'pending' | 'completed' | 'failed' | 'reversed';
};

type Direction = 'DEPOSIT' | 'WITHDRAWAL';

/** A step in a world's life; numbers choose among what there is. */
export type Step =
  | {
      readonly do: 'deposit' | 'withdraw';
      readonly partner: number;
      readonly amount: number;
      readonly fee: number;
    }
  | { readonly do: 'complete' | 'fail' | 'reverse-deposit'; readonly which: number }
  | { readonly do: 'cut-off' | 'close' | 'overdue'; readonly partner: number }
  | { readonly do: 'schedule'; readonly partner: number; readonly schedule: Schedule }
  | {
      readonly do: 'pay' | 'pay-out';
      readonly partner: number;
      readonly reference: number;
      readonly amount: number;
    }
  | { readonly do: 'reverse-transfer'; readonly partner: number; readonly reference: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'project'; readonly events: number }
  | {
      readonly do: 'order';
      readonly partner: number;
      readonly amount: number;
      readonly isCollected: boolean;
    }
  | {
      readonly do: 'correct-order';
      readonly which: number;
      readonly amount: number;
      readonly isOpen: boolean;
    }
  | { readonly do: 'rebuild' }
  | { readonly do: 'lose'; readonly change: number }
  | { readonly do: 'die'; readonly append: number; readonly written: boolean };

const START_MS = Date.parse('2026-03-02T15:00:00.000Z');
const MINUTE_MS = 60_000;
const CUT_OFFS_AT_ONCE_MAX = 400;
const NOT_COMPARED = { compared: 0, differences: 0, notCompared: 0 };
const NO_BROKER = { compare: () => Promise.resolve(NOT_COMPARED) };

const ONE_PERSON = { twoPersonTransfersAboveCents: null, twoPersonReversalsAboveCents: null };

/**
 * Partners, deposits, a broker and the settlement code in one process: the real decisions, book,
 * handlers and projection over a log in memory, a read model that trails as far as steps let it,
 * and a clock that steps move. Whoever dies is tried again, as jobs are.
 */
export class World {
  readonly log = new MortalLog();
  readonly deposits: Deposit[] = [];
  readonly orders: WorldOrders;
  readonly partnerIds: readonly string[];
  /** Which of the changes to come is lost on its way into a read model; 0: none. */
  private losing = 0;
  private lost = false;
  private readonly store = new EventStore(this.log);
  private served: MemoryReads | null = null;
  private projected = 0;
  private nowMs = START_MS;

  constructor(partnersCount: number) {
    this.partnerIds = Array.from({ length: partnersCount }, (_, i) =>
      deterministicId('world', String(i)),
    );
    this.orders = new WorldOrders(this.store);
  }

  async begin(): Promise<void> {
    await this.forget();
    for (const partnerId of this.partnerIds) {
      const data = { partnerId, name: 'Partner', at: this.now.toISOString() };
      const created = () => [{ type: 'PartnerCreated' as const, data }];
      await this.store.transact(partners, partnerId, created, operatorCause(partnerId));
    }
  }

  /** Over the read models as far as they have come. */
  get reader(): SettlementReader {
    return new SettlementReader(this.reads.rows, { afterWrites: () => Promise.resolve() });
  }

  get reads(): MemoryReads {
    if (this.served === null) throw new Error('the world has not begun');
    return this.served;
  }

  book(partnerId: string) {
    return this.ledgers().load(partnerId);
  }

  /** Whatever a step throws that is no refusal, no death and no wait for a read model is a defect. */
  async take(step: Step): Promise<void> {
    try {
      await this.perform(step);
    } catch (error) {
      const expected = [Refused, Killed, NotFrozen, PeriodDiffers].some(
        (kind) => error instanceof kind,
      );
      if (!expected) throw error;
    }
    if (step.do !== 'die') this.log.live();
  }

  /** Everybody is alive, all jobs are worked, the read model is whole and has caught up. */
  async settleDown(): Promise<void> {
    this.log.live();
    await this.catchUp();
    for (const [which, deposit] of this.deposits.entries())
      if (deposit.status === 'pending') await this.perform({ do: 'complete', which });
    await this.bookTransfers();
    await this.cutOffDue();
    await this.project(Infinity);
    for (const [partner] of this.partnerIds.entries()) await this.perform({ do: 'close', partner });
    await this.project(Infinity);
  }

  /** The read model has everything, what was lost on its way there too. */
  async catchUp(): Promise<void> {
    if (this.lost) await this.forget();
    this.losing = 0;
    await this.project(Infinity);
  }

  /** The whole log read from its beginning. */
  async rebuilt(): Promise<string> {
    const reads = await MemoryReads.open([registeredPeriods, registeredDeposits, registeredOrders]);
    await reads.take(...this.log.everything);
    const contents = await reads.contents();
    await reads.close();
    return contents;
  }

  /** By period, the lines that it must have: which period was open where a line's event stands. */
  logged(partnerId: string): ReadonlyMap<string, readonly string[]> {
    const lines = new Map<string, string[]>();
    let open = periodId(partnerId, 1);
    for (const { type, data, metadata } of this.log.everything) {
      if (metadata.partnerId !== partnerId) continue;
      if (type === 'SettlementCutOffReached')
        open = (data as { next: { periodId: string } }).next.periodId;
      const name = lineNameOf(type, data as LineData);
      if (name !== null) lines.set(open, [...(lines.get(open) ?? []), name]);
    }
    return lines;
  }

  private async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'deposit':
      case 'withdraw': {
        const direction = step.do === 'deposit' ? 'DEPOSIT' : 'WITHDRAWAL';
        return this.request(this.partnerOf(step), direction, step.amount, step.fee);
      }
      case 'order': {
        const partnerId = this.partnerOf(step);
        this.log.live();
        return this.orders.place(partnerId, step.amount, step.isCollected, this.now);
      }
      case 'correct-order':
        this.log.live();
        return this.orders.correct(step.which, step.amount, step.isOpen, this.now);
      case 'complete':
      case 'fail':
      case 'reverse-deposit':
        return this.end(step.do, step.which);
      case 'cut-off':
        return this.decide(this.partnerOf(step), cutOff('operator', this.now));
      case 'schedule':
        return this.decide(this.partnerOf(step), changeSchedule(step.schedule, this.now));
      case 'close':
        return this.close(this.partnerOf(step));
      case 'overdue':
        return this.markOverdue(this.partnerOf(step));
      case 'pay':
      case 'pay-out':
        return this.pay(step);
      case 'reverse-transfer':
        return this.takeBack(this.partnerOf(step), step.reference);
      case 'wait':
        this.nowMs += step.minutes * MINUTE_MS;
        await this.cutOffDue();
        return this.bookTransfers();
      case 'project':
        return this.project(step.events);
      case 'rebuild':
        await this.forget();
        return this.project(Infinity);
      case 'lose':
        this.losing = step.change;
        return;
      case 'die':
        this.log.dieAt(step.append, step.written);
        return;
    }
  }

  private get now(): Date {
    return new Date(this.nowMs);
  }

  private partnerOf({ partner }: { readonly partner: number }): string {
    return this.partnerIds[partner % this.partnerIds.length]!;
  }

  private ledgers(): LedgerStore {
    return new LedgerStore(this.log, this.store, this.reads.rows);
  }

  private async decide(partnerId: string, decision: Parameters<LedgerStore['transact']>[1]) {
    await this.ledgers().transact(partnerId, decision, operatorCause(partnerId));
  }

  private async request(
    partnerId: string,
    direction: Direction,
    amount: number,
    fee: number,
  ): Promise<void> {
    const id = deterministicId('deposit', String(this.deposits.length));
    const [amountCents, feeCents] = [cents(amount), cents(Math.min(fee, amount))];
    this.deposits.push({ id, partnerId, direction, amountCents, feeCents, status: 'pending' });
    const about = this.about(this.deposits.at(-1)!);
    const data = { ...about, externalId: `x-${this.deposits.length}`, accountId: 'a' };
    await this.append(partnerId, id, { type: 'DepositRequested', data });
  }

  private async end(how: 'complete' | 'fail' | 'reverse-deposit', which: number): Promise<void> {
    const from = how === 'reverse-deposit' ? 'completed' : 'pending';
    const fitting = this.deposits.filter(({ status }) => status === from);
    const deposit = fitting.at(which % Math.max(1, fitting.length));
    if (deposit === undefined) return;
    const about = this.about(deposit);
    const { id, partnerId } = deposit;
    this.log.live();
    switch (how) {
      case 'complete':
        deposit.status = 'completed';
        return this.append(partnerId, id, {
          type: 'DepositCompleted',
          data: { ...about, journalId: `j-${id}` },
        });
      case 'fail':
        deposit.status = 'failed';
        return this.append(partnerId, id, {
          type: 'DepositFailed',
          data: { ...about, reason: '' },
        });
      case 'reverse-deposit':
        deposit.status = 'reversed';
        return this.append(partnerId, id, {
          type: 'DepositReversed',
          data: { ...about, journalId: `j-${id}`, reason: '' },
        });
    }
  }

  private about({ id, partnerId, direction, amountCents, feeCents }: Deposit) {
    const at = this.now.toISOString();
    return { depositId: id, partnerId, direction, userId: idOf('u'), amountCents, feeCents, at };
  }

  private async append(partnerId: string, id: string, event: DepositEvent): Promise<void> {
    this.log.live();
    await this.store.transact(deposits, id, () => [event], operatorCause(partnerId));
  }

  /** As two workers would, at the same time. */
  private async close(partnerId: string): Promise<void> {
    const { state } = await this.book(partnerId);
    const number = state.closing.at(-1)?.number;
    if (number === undefined) return;
    const redis = { hgetall: () => Promise.resolve({}), hdel: () => Promise.resolve(0) };
    const { rows, store } = this.reads;
    const reads = [rows, new ReadYourWrites(store, this.log), store] as const;
    const parts = [this.ledgers(), ...reads, redis as never] as const;
    const data = { id: periodJobId(partnerId, number), correlationId: 'c', causationId: 'c' };
    const twice = [1, 2].map(() =>
      new ClosePeriodProcessor(...parts, this.log, new LoggedTotals(this.log), NO_BROKER).process(
        data,
      ),
    );
    await allOf(twice);
  }

  private async markOverdue(partnerId: string): Promise<void> {
    const { state } = await this.book(partnerId);
    for (const { number } of state.unsettled)
      await this.decide(partnerId, markOverdue(number, this.now));
  }

  /** The due list: everybody's moment that has come, nudged twice at once. */
  private async cutOffDue(): Promise<void> {
    for (const partnerId of this.partnerIds)
      for (let i = 0; i < CUT_OFFS_AT_ONCE_MAX; i++) {
        const { state } = await this.book(partnerId);
        if (Date.parse(state.open.cutOffAt) > this.nowMs) break;
        const decision = cutOff('schedule', this.now);
        const jobActions = i === 0 ? [1, 2] : [1];
        await allOf(jobActions.map(() => this.decide(partnerId, decision)));
      }
  }

  private async pay(step: Extract<Step, { readonly do: 'pay' | 'pay-out' }>): Promise<void> {
    const partnerId = this.partnerOf(step);
    const kind = step.do === 'pay' ? 'payment' : 'payout';
    const [reference, amount] = [`R${step.reference}`, cents(step.amount)];
    const [ledgers, booking] = [this.ledgers(), this.booking()];
    const handler = new RecordTransferHandler(this.store, ledgers, booking, ONE_PERSON);
    await handler.execute(new RecordTransfer(partnerId, reference, amount, undefined, kind));
  }

  private async takeBack(partnerId: string, reference: number): Promise<void> {
    const [ledgers, booking] = [this.ledgers(), this.booking()];
    const handler = new ReverseTransferHandler(this.store, ledgers, booking, ONE_PERSON);
    await handler.execute(new ReverseTransfer(partnerId, `R${reference}`, 'wrong'));
  }

  private booking(): TransferBooking {
    return new TransferBooking(this.store, this.ledgers());
  }

  private async bookTransfers(): Promise<void> {
    for (const { partnerId, id } of await this.transferIds())
      await this.booking().ledger(id, operatorCause(partnerId));
  }

  /** The recorded transfers as their own streams have them. */
  async transfersOf(partnerId: string) {
    const ids = (await this.transferIds()).filter((each) => each.partnerId === partnerId);
    return Promise.all(ids.map(({ id }) => this.store.load(transfers, id)));
  }

  /** What the partner's book has of its transfers. */
  bookedCents(partnerId: string): bigint {
    const signs = new Map([
      ['SettlementTransferMatched', 1n],
      ['SettlementTransferReversed', -1n],
    ]);
    return this.log.everything
      .filter(({ metadata }) => metadata.partnerId === partnerId)
      .reduce((total, { type, data }) => {
        const sign = signs.get(type);
        if (sign === undefined) return total;
        return total + sign * movedCents(data as Moved);
      }, 0n);
  }

  /** Payouts above the credit at their place in the ledger. */
  overdrawn(partnerId: string): readonly string[] {
    let ledger = ledgers.initial;
    const found: string[] = [];
    for (const { stream, type, data } of this.log.everything) {
      if (stream !== streamName(ledgers, partnerId)) continue;
      ledger = ledgers.evolve(ledger, ledgers.parse(type, data));
      const isPayout = type === 'SettlementTransferMatched' && movedCents(data as Moved) < 0n;
      if (isPayout && ledger.creditCents < 0n) found.push(JSON.stringify(data));
    }
    return found;
  }

  private async transferIds() {
    const recorded = this.log.everything.filter(({ type }) => type === 'TransferRecorded');
    const ids = recorded.map(({ data, metadata }) => {
      const { reference } = data as { reference: string };
      const { partnerId } = metadata;
      return { partnerId, id: transferId(partnerId, reference) };
    });
    return [...new Map(ids.map((each) => [each.id, each])).values()];
  }

  private async forget(): Promise<void> {
    const lossy: typeof registeredPeriods = {
      ...registeredPeriods,
      changesOf: (...of) => registeredPeriods.changesOf(...of).filter(() => this.keeps()),
    };
    await this.served?.close();
    this.served = await MemoryReads.open([lossy, registeredDeposits, registeredOrders]);
    this.projected = 0;
    this.losing = 0;
    this.lost = false;
  }

  private keeps(): boolean {
    if (this.losing === 0) return true;
    this.losing -= 1;
    this.lost ||= this.losing === 0;
    return this.losing > 0;
  }

  private async project(count: number): Promise<void> {
    const { everything } = this.log;
    const until = Math.min(everything.length, this.projected + count);
    await this.reads.take(...everything.slice(this.projected, until));
    this.projected = until;
  }
}

type LineData = {
  readonly depositId: string;
  readonly orderId: string;
  readonly direction?: Direction;
  readonly charge?: { readonly isCorrection: boolean };
};

/** Name of the line that an event must have, or null. */
const lineNameOf = (type: string, data: LineData): string | null => {
  const { direction, depositId, orderId, charge } = data;
  if (charge !== undefined)
    return `${charge.isCorrection ? 'adjustment' : 'commission'} ${orderId}`;
  if (type === 'DepositReversed') return `adjustment ${depositId}`;
  if (type !== 'DepositCompleted') return null;
  return `${direction === 'WITHDRAWAL' ? 'withdrawal' : 'deposit'} ${depositId}`;
};

type Moved = {
  readonly matches: readonly { readonly amountCents: string }[];
  readonly creditCents: string;
};

/** Amount that an entry added to received amounts and credit. Negative for a payout. */
const movedCents = ({ matches, creditCents }: Moved): bigint =>
  matches.reduce((sum, { amountCents }) => sum + BigInt(amountCents), BigInt(creditCents));

/** All have ended before the first failure is told. */
const allOf = async (work: readonly Promise<void>[]): Promise<void> => {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};
