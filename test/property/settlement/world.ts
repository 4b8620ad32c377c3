import { deterministicId } from '#platform/core/ids.js';
import { type Cents, cents } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { partners } from '#auth';
import { type DepositEvent, deposits, registeredDeposits } from '#funding';
import { RecordTransfer, ReverseTransfer, SettlementReader, registeredPeriods } from '#settlement';
import { BookStore } from '../../../libs/settlement/src/book/book-store.js';
import { periodId } from '../../../libs/settlement/src/book/book.state.js';
import {
  changeSchedule,
  cutOff,
  markOverdue,
} from '../../../libs/settlement/src/book/period.decide.js';
import { periodJobId } from '../../../libs/settlement/src/book/period-job-id.js';
import { TransferBooking } from '../../../libs/settlement/src/book-transfer/transfer-booking.js';
import {
  ClosePeriodProcessor,
  NotFrozen,
  PeriodDiffers,
} from '../../../libs/settlement/src/close-period/close-period.processor.js';
import { PeriodAtBroker } from '../../../libs/settlement/src/reconcile-changes/period-at-broker.js';
import { LoggedTotals } from '../../../libs/settlement/src/close-period/logged-totals.js';
import { RecordTransferHandler } from '../../../libs/settlement/src/record-transfer/record-transfer.handler.js';
import { ReverseTransferHandler } from '../../../libs/settlement/src/reverse-transfer/reverse-transfer.handler.js';
import type { Schedule } from '../../../libs/settlement/src/schedule/schedule.js';
import { transferId, transfers } from '../../../libs/settlement/src/transfer/transfer.state.js';
import { Refused } from '#platform/core/refused.js';
import { MemoryReads, idOf } from '../../support/memory-reads.js';
import { Killed, MortalLog } from './mortal-log.js';

type Deposit = {
  readonly id: string;
  readonly partnerId: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  status: 'pending' | 'completed' | 'failed' | 'reversed';
};

/** A step in a world's life; numbers choose among what there is. */
export type Step =
  | {
      readonly do: 'deposit';
      readonly partner: number;
      readonly amount: number;
      readonly fee: number;
    }
  | { readonly do: 'complete' | 'fail' | 'reverse-deposit'; readonly which: number }
  | { readonly do: 'cut-off' | 'close' | 'overdue'; readonly partner: number }
  | { readonly do: 'schedule'; readonly partner: number; readonly schedule: Schedule }
  | {
      readonly do: 'pay';
      readonly partner: number;
      readonly reference: number;
      readonly amount: number;
    }
  | { readonly do: 'reverse-transfer'; readonly partner: number; readonly reference: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'project'; readonly events: number }
  | { readonly do: 'rebuild' }
  | { readonly do: 'lose'; readonly change: number }
  | { readonly do: 'die'; readonly append: number; readonly written: boolean };

const START_MS = Date.parse('2026-03-02T15:00:00.000Z');
const MINUTE_MS = 60_000;
const CUT_OFFS_AT_ONCE_MAX = 400;
const NO_BROKER = { changes: () => ({ journalsOfDays: () => Promise.reject(new Error('away')) }) };

const ONE_PERSON = { twoPersonTransfersAboveCents: null, twoPersonReversalsAboveCents: null };

/**
 * Partners, deposits, a broker and the settlement code in one process: the real decisions, book,
 * handlers and projection over a log in memory, a read model that trails as far as steps let it,
 * and a clock that steps move. Whoever dies is tried again, as jobs are.
 */
export class World {
  readonly log = new MortalLog();
  readonly deposits: Deposit[] = [];
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
    return this.books().load(partnerId);
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
    const reads = await MemoryReads.open([registeredPeriods, registeredDeposits]);
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
      const about = data as { depositId: string; next: { periodId: string } };
      if (type === 'SettlementCutOffReached') open = about.next.periodId;
      if (type !== 'DepositCompleted' && type !== 'DepositReversed') continue;
      const name = type === 'DepositCompleted' ? 'deposit' : 'adjustment';
      lines.set(open, [...(lines.get(open) ?? []), `${name} ${about.depositId}`]);
    }
    return lines;
  }

  private async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'deposit':
        return this.request(this.partnerOf(step), step.amount, step.fee);
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
        return this.pay(this.partnerOf(step), step.reference, step.amount);
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

  private books(): BookStore {
    return new BookStore(this.log, this.store, this.reads.rows);
  }

  private async decide(partnerId: string, decision: Parameters<BookStore['transact']>[1]) {
    await this.books().transact(partnerId, decision, operatorCause(partnerId));
  }

  private async request(partnerId: string, amount: number, fee: number): Promise<void> {
    const id = deterministicId('deposit', String(this.deposits.length));
    const [amountCents, feeCents] = [cents(amount), cents(Math.min(fee, amount))];
    this.deposits.push({ id, partnerId, amountCents, feeCents, status: 'pending' });
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

  private about({ id, partnerId, amountCents, feeCents }: Deposit) {
    const at = this.now.toISOString();
    return { depositId: id, partnerId, userId: idOf('u'), amountCents, feeCents, at };
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
    const { rows, engine } = this.reads;
    const reads = [rows, new Freshness(engine, this.log), engine] as const;
    const parts = [this.books(), ...reads, redis as never] as const;
    const data = { id: periodJobId(partnerId, number), correlationId: 'c', causationId: 'c' };
    const away = new PeriodAtBroker(this.store, this.log, NO_BROKER as never);
    const twice = [1, 2].map(() =>
      new ClosePeriodProcessor(...parts, this.log, new LoggedTotals(this.log), away).process(data),
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
        const nudges = i === 0 ? [1, 2] : [1];
        await allOf(nudges.map(() => this.decide(partnerId, decision)));
      }
  }

  private async pay(partnerId: string, reference: number, amount: number): Promise<void> {
    const [books, booking] = [this.books(), this.booking()];
    const handler = new RecordTransferHandler(this.store, books, booking, ONE_PERSON);
    await handler.execute(new RecordTransfer(partnerId, `R${reference}`, cents(amount)));
  }

  private async takeBack(partnerId: string, reference: number): Promise<void> {
    const [books, booking] = [this.books(), this.booking()];
    const handler = new ReverseTransferHandler(this.store, books, booking, ONE_PERSON);
    await handler.execute(new ReverseTransfer(partnerId, `R${reference}`, 'wrong'));
  }

  private booking(): TransferBooking {
    return new TransferBooking(this.store, this.books());
  }

  private async bookTransfers(): Promise<void> {
    for (const { partnerId, id } of await this.transferIds())
      await this.booking().book(id, operatorCause(partnerId));
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
        return total + sign * BigInt((data as { amountCents: string }).amountCents);
      }, 0n);
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
    this.served = await MemoryReads.open([lossy, registeredDeposits]);
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

/** All have ended before the first failure is told. */
const allOf = async (work: readonly Promise<void>[]): Promise<void> => {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};
