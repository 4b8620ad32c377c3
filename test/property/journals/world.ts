import { adjustDeposit, deposits, netCents } from '#funding';
import { type Broker, OutcomeUnknown } from '#platform/broker/broker.js';
import type { BrokerChanges, DatedJournal, ToldJournal } from '#platform/broker/broker-changes.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import { Refused } from '#platform/core/refused.js';
import { claim } from '#platform/event-store/claims.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { QueuedJob } from '#platform/jobs/queues.js';
import type { Rows } from '#platform/read-store/rows.js';
import {
  RECONCILIATION,
  ReconciliationWatch,
  SettlementReader,
  reconciliations,
} from '#settlement';
import { AdjustDepositProcessor } from '../../../libs/funding/src/adjust-deposit/adjust-deposit.processor.js';
import { JournalDiffers } from '../../../libs/funding/src/deposit/deposit-journals.decide.js';
import {
  completed,
  failed,
  requested,
  started,
} from '../../../libs/funding/src/deposit/deposit.examples.js';
import type { DepositEvent } from '../../../libs/funding/src/deposit/deposit.events.js';
import { MatchJournal } from '../../../libs/funding/src/match-journal/match-journal.command.js';
import { MatchJournalHandler } from '../../../libs/funding/src/match-journal/match-journal.handler.js';
import { accountClaim } from '../../../libs/onboarding/src/open-account/account-owner.js';
import { compareDeposits } from '../../../libs/settlement/src/reconcile/compare-deposits.js';
import { PartnerBooks } from '../../../libs/settlement/src/reconcile/partner-books.js';
import { openDifferences } from '../../../libs/settlement/src/reconciliation/reconciliation.state.js';
import { Desk } from '../../support/desk.js';

const ACCOUNT = 'a-1';
const NET = cents(10_00);
const BEGIN_MS = Date.parse('2026-03-16T09:00:00.000Z');
const HOUR_MS = 60 * 60_000;
/** When the days before are compared as a whole. */
const MORNINGS_MS = ['2026-03-17', '2026-03-18'].map((day) => Date.parse(`${day}T08:30:00.000Z`));
const RUNS_MAX = 12;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How a deposit stands in the log when the broker begins to contradict itself. */
export type Begun = 'credited' | 'told another’s' | 'told nobody’s' | 'failed';

/** What a name says; numbers choose among what there is. */
export type Name = {
  readonly by: 'deposit' | 'journal' | 'nothing' | 'a stranger';
  readonly n: number;
};

export type Step =
  | { readonly do: 'credit'; readonly amount: number; readonly name: Name }
  | { readonly do: 'take back'; readonly amount: number; readonly name: Name }
  | { readonly do: 'describe'; readonly which: number; readonly name: Name }
  | {
      readonly do: (typeof LIES)[number] | 'undo' | 'show' | 'nudge';
      readonly which: number;
    }
  | { readonly do: 'correct'; readonly which: number; readonly amount: number; readonly name: Name }
  | { readonly do: 'match'; readonly which: number; readonly deposit: number }
  | { readonly do: 'swap'; readonly which: number; readonly with: number }
  | { readonly do: 'look'; readonly deposit: number }
  | { readonly do: 'run' };

/** Of lists alone: they leave it out, or its name, say that it is undone, or another account's; of look-ups alone: no answer, or none of this id. */
export const LIES = ['hide', 'unname', 'cancel', 'misplace', 'silence', 'deny'] as const;

type Journal = { -readonly [Key in keyof DatedJournal]: DatedJournal[Key] };

/** One user's deposits, whose journals the broker's people make, undo, describe and hide as they like. */
export class World {
  readonly desk = new Desk(new InMemoryEventLog());
  private readonly journals: Journal[] = [];
  private readonly lies = Object.fromEntries(LIES.map((lie) => [lie, new Set<string>()])) as Record<
    (typeof LIES)[number],
    Set<string>
  >;
  /** Ids that the lists have taken for each other. */
  private readonly swapped = new Map<string, string>();
  private readonly ids: string[] = [];
  private made = 0;
  private nowMs = BEGIN_MS;
  /** The broker's stream of events: what a description says now, it does not tell. */
  private readonly told: (ToldJournal & { readonly at: string })[] = [];
  private jobs: QueuedJob[] = [];
  private watch!: ReconciliationWatch;
  private adjust!: AdjustDepositProcessor;
  private match!: MatchJournalHandler;

  async begin(begun: readonly Begun[]): Promise<void> {
    const userId = await this.desk.user(ACCOUNT);
    await claim(this.store, accountClaim(ACCOUNT), userId, new Date(0), this.desk.cause);
    const broker = this.broker();
    const rows = { find: () => Promise.resolve(this.ids.map((id) => ({ id }))) };
    this.adjust = new AdjustDepositProcessor(this.store, broker, rows as unknown as Rows);
    this.match = new MatchJournalHandler(this.store, broker, rows as unknown as Rows);
    this.watch = new ReconciliationWatch({
      ...{ log: this.desk.log, store: this.store, reader: NO_READER, broker, logger: quiet },
      rows: rows as unknown as Rows,
      queues: { add: (jobs) => Promise.resolve(void this.jobs.push(...jobs)) },
      ...{ clock: () => new Date(this.nowMs), secondLookAfterMs: 0 },
    });
    await this.run();
    for (const [n, how] of begun.entries()) await this.deposit(n, how, begun.length, userId);
  }

  private async deposit(n: number, how: Begun, of: number, userId: string): Promise<void> {
    const depositId = `d-${n}`;
    this.ids.push(depositId);
    const at = new Date(this.nowMs).toISOString();
    const { partnerId } = this.desk;
    const journalId = { 'told another’s': `j-${(n + 1) % of}`, 'told nobody’s': 'j-nobody' }[
      how as string
    ];
    const about = { depositId, partnerId, userId, at, accountId: ACCOUNT, amountCents: NET };
    const more = { feeCents: cents(0), requestedAt: at, journalId: journalId ?? `j-${n}` };
    const end = how === 'failed' ? failed : completed;
    const events = [requested, started, end].map(
      (event) =>
        ({
          ...event,
          data: Object.fromEntries(
            Object.entries({ ...event.data, ...about, ...more }).filter(([key]) =>
              Object.hasOwn(event.data, key),
            ),
          ),
        }) as DepositEvent,
    );
    this.make(`j-${n}`, depositId, 'to_user', NET);
    await this.store.transact(deposits, depositId, () => events, this.desk.cause);
  }

  async take(step: Step): Promise<void> {
    this.nowMs += 60_000;
    switch (step.do) {
      case 'credit':
        this.make(this.newId('h'), this.nameOf(step.name), 'to_user', cents(step.amount));
        return;
      case 'take back':
        this.make(this.newId('m'), this.nameOf(step.name), 'to_firm', cents(step.amount));
        return;
      case 'describe':
        this.describe(this.chosen(step.which), this.nameOf(step.name));
        return;
      case 'undo':
        this.chosen(step.which).status = 'canceled';
        this.tell(this.chosen(step.which));
        return;
      case 'correct': {
        const wrong = this.chosen(step.which);
        if (wrong.status !== 'executed' || wrong.direction !== 'to_user') return;
        wrong.status = 'correct';
        this.tell(wrong);
        this.make(this.newId('c'), this.nameOf(step.name), 'to_user', cents(step.amount));
        return;
      }
      case 'hide':
      case 'unname':
      case 'cancel':
      case 'misplace':
      case 'silence':
      case 'deny':
        this.lies[step.do].add(this.chosen(step.which).id);
        return;
      case 'swap': {
        const [one, other] = [this.chosen(step.which).id, this.chosen(step.with).id];
        if (this.swapped.has(one) || this.swapped.has(other)) return;
        this.swapped.set(one, other).set(other, one);
        return;
      }
      case 'show':
        for (const lies of Object.values(this.lies)) lies.delete(this.chosen(step.which).id);
        return;
      case 'nudge': {
        const { id, journalKey } = this.chosen(step.which);
        await this.process(journalKey ?? id);
        return;
      }
      case 'match': {
        const command = new MatchJournal(
          this.ids[step.deposit % this.ids.length]!,
          this.chosen(step.which).id,
          'Support says so',
          { actor: 'staff:s-1', requestId: 'r-1' },
        );
        await this.match.execute(command).catch(unlessRefused);
        return;
      }
      case 'look':
        await this.process(this.ids[step.deposit % this.ids.length]!);
        return;
      case 'run':
        await this.run();
    }
  }

  /** The lists say everything from now on; the night's run comes, and others until nothing changes. */
  async truth(): Promise<void> {
    for (const lies of Object.values(this.lies)) lies.clear();
    this.swapped.clear();
    for (let n = 0; n < RUNS_MAX; n++) {
      this.nowMs = Math.max(this.nowMs, MORNINGS_MS[n] ?? 0);
      const before = await this.changes();
      await this.run();
      if (n >= MORNINGS_MS.length && (await this.changes()) === before) return;
    }
  }

  /** Has the broker do what the page says of a deposit that was credited twice. */
  async takeBackWhatIsTooMuch(): Promise<boolean> {
    const open = openDifferences(await this.store.load(reconciliations, RECONCILIATION));
    const twice = open.filter(({ kind }) => kind === 'deposit_twice');
    for (const { depositId, what } of twice) {
      const [, tooMuch] = /, (\S+) too much$/.exec(what) ?? [];
      if (tooMuch !== undefined)
        this.make(this.newId('m'), depositId, 'to_firm', cents(Math.round(Number(tooMuch) * 100)));
    }
    for (const _ of twice) await this.run();
    if (twice.length > 0) await this.run();
    return twice.length > 0;
  }

  private async changes(): Promise<number> {
    const streams = this.ids.map((id) => this.desk.log.read(`deposit-${id}`));
    return (await Promise.all(streams)).reduce((sum, { length }) => sum + length, 0);
  }

  /** What the user has by the books and by the broker, and whether anything says that they differ. */
  async outcome() {
    const books = await this.books();
    const kept = [...books.deposits.values()].map(({ deposit }) => netCents(deposit.booked));
    const inBooks = kept.reduce((sum, each) => sum + each, 0n);
    const atBroker = this.journals
      .filter(({ status }) => status === 'executed')
      .reduce(
        (sum, { direction, amount }) => sum + (direction === 'to_user' ? amount! : -amount!),
        0n,
      );
    const open = openDifferences(await this.store.load(reconciliations, RECONCILIATION));
    const accounts = [{ accountId: ACCOUNT, partnerId: this.desk.partnerId }] as never;
    const { differences } = compareDeposits(
      { partners: new Map([[this.desk.partnerId, books]]), accounts },
      this.journals,
    );
    const uneven = [...books.deposits.values()].filter(
      ({ deposit: { booked, credits } }) =>
        netCents(booked) !== Object.values(credits).reduce((sum, each) => sum + each, 0n),
    );
    return {
      ...{ inBooks, atBroker, uneven: uneven.map(({ deposit }) => deposit.depositId) },
      open: open.map(({ kind, what }) => `${kind} ${what}`),
      whole: differences.map(({ kind, what }) => `${kind} ${what}`),
    };
  }

  /** Whether the broker says of each deposit's own journal whose it is. */
  async isNamed(): Promise<boolean> {
    const own = [...(await this.books()).deposits.values()].map(({ deposit }) => deposit.journalId);
    return this.journals.every(({ id, journalKey }) => journalKey !== null || !own.includes(id));
  }

  /** For people: what is at the broker, and what each deposit counts. */
  async inWords(): Promise<string> {
    const journals = this.journals.map(
      ({ id, journalKey, direction, amountText, status }) =>
        `${id} names ${journalKey ?? 'nothing'}, ${amountText} ${direction}, ${status}`,
    );
    const booked = [...(await this.books()).deposits.values()].map(({ deposit }) => {
      const credits = Object.entries(deposit.credits).map(([id, amount]) => `${id} ${amount}`);
      return `${deposit.depositId} ${deposit.status} by ${deposit.journalId}: ${credits.join(', ')}`;
    });
    return [...journals, ...booked].join('\n');
  }

  private async books(): Promise<PartnerBooks> {
    const books = new PartnerBooks(this.desk.partnerId);
    for (const id of this.ids)
      for (const { type, data } of await this.desk.log.read(`deposit-${id}`))
        books.takeDeposit(id, deposits.parse(type, data));
    return books;
  }

  async run(): Promise<void> {
    this.nowMs += HOUR_MS + 60_000;
    // The hour's, and then the night's if that is due.
    await this.watch.look();
    await this.watch.look();
    for (const { job, data } of this.jobs.splice(0))
      if (job.name === adjustDeposit.name) await this.process(data.id);
  }

  private async process(id: string): Promise<void> {
    const data = { id, correlationId: 'c', causationId: 'c' };
    await this.adjust.process(data).catch(unlessRefused);
  }

  private get store(): EventStore {
    return this.desk.store;
  }

  private make(
    id: string,
    journalKey: string | null,
    direction: Journal['direction'],
    amount: NonNullable<Journal['amount']>,
  ): void {
    const at = new Date(this.nowMs).toISOString();
    const made: Journal = {
      ...{ id, journalKey, direction, amount, amountText: centsToDecimal(amount) },
      ...{ accountId: ACCOUNT, status: 'executed', createdAt: at },
    };
    this.journals.push(made);
    this.tell(made);
  }

  /** One that names itself names nothing: the border sees to that. */
  private describe(journal: Journal, name: string | null): void {
    journal.journalKey = name === journal.id ? null : name;
  }

  private tell({ id, journalKey, status }: Journal): void {
    const at = new Date(this.nowMs).toISOString();
    this.told.push({ id, journalKey, wasExecuted: status === 'executed', at });
  }

  private newId(letter: string): string {
    return `${letter}-${++this.made}`;
  }

  private chosen(which: number): Journal {
    return this.journals[which % this.journals.length]!;
  }

  private nameOf({ by, n }: Name): string | null {
    switch (by) {
      case 'deposit':
        return this.ids[n % this.ids.length]!;
      case 'journal':
        return this.chosen(n).id;
      case 'nothing':
        return null;
      case 'a stranger':
        return 'x-9';
    }
  }

  private listed(): readonly DatedJournal[] {
    const { hide, unname, cancel, misplace } = this.lies;
    return this.journals
      .filter(({ id }) => !hide.has(id))
      .map((each) => ({
        ...each,
        id: this.swapped.get(each.id) ?? each.id,
        journalKey: unname.has(each.id) ? null : each.journalKey,
        status: cancel.has(each.id) ? 'canceled' : each.status,
        accountId: misplace.has(each.id) ? 'a-9' : each.accountId,
      }));
  }

  private listedOf(of: string): readonly DatedJournal[] {
    return this.listed().filter(({ accountId }) => accountId === of);
  }

  private broker(): Broker {
    const byId = (id: string) => {
      if (this.lies.silence.has(id))
        return Promise.reject(new OutcomeUnknown(`no answer about ${id}`));
      const isToBeFound = !this.lies.deny.has(id);
      const found = this.journals.find((each) => isToBeFound && each.id === id);
      return Promise.resolve(found === undefined ? null : { ...found });
    };
    const none = () => Promise.resolve({ things: [], unreadable: 0 });
    const changes: BrokerChanges = {
      calls: 0,
      toldJournals: ({ from, until }) =>
        Promise.resolve({
          things: this.told.filter(({ at }) => at >= from && at <= until),
          unreadable: 0,
        }),
      ...{ toldOrders: none, toldAccounts: none, openedAccounts: none },
      journalsOfDays: ({ from, until }) =>
        Promise.resolve({
          journals: this.listed().filter(
            ({ createdAt }) => createdAt !== null && createdAt >= from && createdAt <= until,
          ),
          ...{ isWhole: true, unreadable: 0, unread: [] },
        }),
      journalsOfAccount: (accountId) => Promise.resolve(this.listedOf(accountId)),
      journal: byId,
      order: () => Promise.resolve(null),
      account: (id) => Promise.resolve({ id, number: '900000001', status: 'ACTIVE', reason: null }),
    };
    return {
      listJournals: (accountId: string) => Promise.resolve(this.listedOf(accountId)),
      findJournalById: byId,
      changes: () => changes,
    } as unknown as Broker;
  }
}

/** Attention says of these what is to be done. */
const unlessRefused = (error: unknown): void => {
  const isExpected = [Refused, JournalDiffers, OutcomeUnknown].some(
    (each) => error instanceof each,
  );
  if (!isExpected) throw error;
};

/** The read models are away. */
const NO_READER = new Proxy(Object.create(SettlementReader.prototype) as SettlementReader, {
  get: () => () => {
    throw new Refused('unavailable', 'away', 'away');
  },
});
