import { randomUUID } from 'node:crypto';
import type { LedgerEvent } from '../../../libs/settlement/src/ledger/ledger.events.js';
import { cutOff } from '../../../libs/settlement/src/ledger/period.decide.js';
import {
  type OpenPeriod,
  ledgers,
  firstPeriod,
} from '../../../libs/settlement/src/ledger/ledger.state.js';
import { depositIdOf } from '../../../libs/funding/src/deposit/deposit.state.js';
import { type LivedUser, depositLife, orderLife, userLife } from './lives.js';
import type { LogWriter } from './log-writer.js';

const DAY_MS = 24 * 60 * 60_000;
/** So long ago the partners began: some periods are overdue, some not. */
const DAYS = 14;
const NAMES = ['Acme', 'Bolt', 'Cora'] as const;
/** Of all users and deposits, by partner. */
const USERS_PART = [0.5, 0.3, 0.2];
const DEPOSITS_PART = [0.7, 0.2, 0.1];
/** Of a partner's deposits, in its first period. */
const FIRST_PART = 0.5;
/** Each so-many-th deposit is one of the same three users. */
const [BUSY_EVERY, BUSY_USERS] = [11, 3];
const ORDER_EVERY = 20;
/** Above what the sandbox gives. */
const FIRST_NUMBER = 700_000_000;

export type Size = { readonly users: number; readonly deposits: number };

/** What somebody may search for in a statement. */
type KnownLine = {
  readonly depositId: string;
  readonly externalId: string;
  readonly journalId: string;
  readonly userId: string;
};

type KnownPeriod = {
  readonly id: string;
  readonly count: number;
  /** Of a user with few. */
  readonly last: KnownLine;
};

export type KnownPartner = {
  readonly partnerId: string;
  /** A user with many deposits. */
  readonly busy: LivedUser;
  /** One with few. */
  readonly usual: LivedUser;
  /** All that were cut off, oldest first. */
  readonly periods: readonly KnownPeriod[];
};

/** Three partners with users, deposits in periods of days, and orders, as if they had lived. */
export const fillLog = (log: LogWriter, { users, deposits }: Size): readonly KnownPartner[] => {
  const registered = log.lengthOf('partnerRegistry-all');
  return NAMES.map((name, i) => {
    const partner = new FilledPartner(log, name, Date.now() - DAYS * DAY_MS);
    partner.create(registered + i);
    partner.register(Math.round(users * (USERS_PART[i] ?? 0)), i);
    return partner.live(Math.round(deposits * (DEPOSITS_PART[i] ?? 0)));
  });
};

class FilledPartner {
  private readonly partnerId = randomUUID();
  private readonly users: LivedUser[] = [];
  private readonly ofToday = new Map<string, number>();
  private today = '';
  private deposits = 0;

  constructor(
    private readonly log: LogWriter,
    private readonly name: string,
    private readonly bornMs: number,
  ) {}

  create(revision: number): void {
    const { partnerId, name } = this;
    const at = new Date(this.bornMs).toISOString();
    const data = { partnerId, name, at };
    const created = { stream: `partner-${partnerId}`, revision: 0, type: 'PartnerCreated' };
    const listed = { stream: 'partnerRegistry-all', revision, type: 'PartnerRegistered' };
    this.log.add(partnerId, [
      { ...created, data, at },
      { ...listed, data, at },
    ]);
  }

  register(count: number, partner: number): void {
    const at = new Date(this.bornMs + 1_000).toISOString();
    for (let n = 0; n < count; n++) {
      const user = {
        ...{ userId: randomUUID(), accountId: randomUUID(), externalId: `customer-${n}` },
        email: `user-${n}@${this.name.toLowerCase()}.example`,
        accountNumber: String(FIRST_NUMBER + n * NAMES.length + partner),
      };
      this.users.push(user);
      this.log.add(this.partnerId, userLife(user, this.partnerId, at));
    }
  }

  /** Every period until now, the first the largest. */
  live(deposits: number): KnownPartner {
    const { partnerId } = this;
    const periods: KnownPeriod[] = [];
    const planned = this.cutOffs();
    const others = Math.floor((deposits * (1 - FIRST_PART)) / planned.length);
    for (const { open, data } of planned) {
      const count = periods.length === 0 ? deposits - others * planned.length : others;
      const last = this.fund(count, open, Date.parse(data.at));
      periods.push({ id: open.periodId, count, last });
      const about = { revision: periods.length - 1, type: 'SettlementCutOffReached', data };
      this.log.add(partnerId, [{ stream: `settlement-${partnerId}`, ...about, at: data.at }]);
    }
    const open = planned.at(-1)!.data.next;
    this.fund(others, open, Math.min(Date.parse(open.cutOffAt), Date.now()));
    return { partnerId, busy: this.busy(0), usual: this.usual(0), periods };
  }

  /** As the schedule would have them. */
  private cutOffs() {
    const { partnerId } = this;
    const found: { open: OpenPeriod; data: CutOff }[] = [];
    let open = firstPeriod(partnerId, new Date(this.bornMs).toISOString());
    while (Date.parse(open.cutOffAt) < Date.now()) {
      const book = { ...ledgers.initial, partnerId, open };
      const [event] = cutOff('schedule', new Date(open.cutOffAt))(book);
      if (event?.type !== 'SettlementCutOffReached') throw new Error('the period did not end');
      found.push({ open, data: event.data });
      open = event.data.next;
    }
    return found;
  }

  /** Completed deposits at even times of a period. */
  private fund(count: number, { opensAt }: OpenPeriod, untilMs: number): KnownLine {
    const beganMs = Date.parse(opensAt) + 60_000;
    const stepMs = (untilMs - 60_000 - beganMs) / count;
    let last: KnownLine | null = null;
    for (let n = 0; n < count; n++) {
      const line = this.deposit(Math.floor(beganMs + n * stepMs));
      if (!this.isBusy(line.userId)) last = line;
    }
    if (last === null) throw new Error('too few deposits to fill every period');
    return last;
  }

  private deposit(atMs: number): KnownLine {
    const { partnerId } = this;
    const n = this.deposits++;
    const user = n % BUSY_EVERY === 0 ? this.busy(n / BUSY_EVERY) : this.usual(n);
    const externalId = `deposit-${n}`;
    const depositId = depositIdOf(partnerId, externalId);
    const journalId = randomUUID();
    const deposit = { depositId, externalId, journalId, amountCents: 1_000 + (n % 50_000), atMs };
    const before = this.countToday(user.userId, atMs);
    this.log.add(partnerId, depositLife({ ...deposit, before }, user, partnerId));
    if (n % ORDER_EVERY === 0)
      this.log.add(partnerId, orderLife(`order-${n}`, atMs + 1_000, user, partnerId));
    return { depositId, externalId, journalId, userId: user.userId };
  }

  /** Deposits of a user on that day before now. */
  private countToday(userId: string, atMs: number): number {
    const day = new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (day !== this.today) this.ofToday.clear();
    this.today = day;
    const before = this.ofToday.get(userId) ?? 0;
    this.ofToday.set(userId, before + 1);
    return before;
  }

  private busy(n: number): LivedUser {
    return this.users[n % BUSY_USERS]!;
  }

  private isBusy(userId: string): boolean {
    return this.users.slice(0, BUSY_USERS).some((user) => user.userId === userId);
  }

  private usual(n: number): LivedUser {
    return this.users[BUSY_USERS + (n % (this.users.length - BUSY_USERS))]!;
  }
}

type CutOff = Extract<LedgerEvent, { type: 'SettlementCutOffReached' }>['data'];
