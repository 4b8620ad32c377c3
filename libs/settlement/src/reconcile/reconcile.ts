import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import { pause } from '#platform/core/pause.js';
import { AUDIT_SECOND_LOOK_AFTER_MS, AUDIT_STUCK_AFTER_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { type Ledger, compareAccounts, readJournals, readOrders } from './broker-ledger.js';
import { type ForeignJournal, compareDeposits, depositsBehind } from './compare-deposits.js';
import { type Behind, compareOrders } from './compare-orders.js';
import { comparePeriods } from './compare-periods.js';
import { type Difference, isSameDifference } from './difference.js';
import { type LogBooks, type OpenEffect, readLogBooks } from './log-books.js';
import { type LoggedPeriod, type PartnerBooks, creditedCents } from './partner-books.js';

export type Reconciliation = {
  readonly partners: readonly PartnerSums[];
  readonly differences: readonly Difference[];
  /** Older than a minute and still without an outcome. */
  readonly stuck: readonly OpenEffect[];
  readonly open: readonly OpenEffect[];
  readonly waiting: readonly OpenEffect[];
  /** Days with more journals than the broker lists: of them only known accounts were compared. */
  readonly unlisted: readonly string[];
  /** Journals that others made with the firm account: a notice, no difference. */
  readonly foreign: readonly ForeignJournal[];
  /** Rows of the broker's lists of journals that cannot be read, nor asked for by an id. */
  readonly withoutId: number;
  readonly ok: boolean;
};

type PartnerSums = PeriodSums & {
  readonly partnerId: string;
  /** What its users were credited and have kept. */
  readonly credited: string;
  readonly periods: readonly (PeriodSums & { readonly id: string; readonly number: number })[];
};

type PeriodSums = {
  readonly count: number;
  readonly gross: string;
  readonly net: string;
  readonly adjustments: string;
};

type Sources = {
  readonly log: EventLog;
  readonly reader: SettlementReader;
  readonly broker: Ledger;
  readonly secondLookAfterMs?: number;
};

/**
 * Compares three independent records: the log, the read models and the broker's own ledger. Read models are
 * compared with the log as it was where they are. The broker has no such place: what differs is looked at again
 * a moment later.
 */
export const reconcile = async (sources: Sources): Promise<Reconciliation> => {
  const first = await look(sources);
  if (first.differences.length === 0) return judged(first);
  await pause(sources.secondLookAfterMs ?? AUDIT_SECOND_LOOK_AFTER_MS);
  const second = await look(sources);
  const lasting = second.differences.filter((one) =>
    first.differences.some((other) => isSameDifference(one, other)),
  );
  return judged({ ...second, differences: lasting });
};

type Look = {
  readonly books: LogBooks;
  readonly open: readonly OpenEffect[];
  readonly unlisted: readonly string[];
  readonly foreign: readonly ForeignJournal[];
  readonly withoutId: number;
  readonly differences: readonly Difference[];
};

const look = async ({ log, reader, broker }: Sources): Promise<Look> => {
  const now = new Date();
  const books = await readLogBooks({ log, reader }, now);
  const { journals, unlisted, unanswered, withoutId } = await readJournals(broker, books, now);
  const atBroker = await readOrders(broker, books);
  const orders = compareOrders({ ...books, orders: atBroker.orders }, atBroker.listed);
  const deposits = compareDeposits(books, journals);
  const { foreign } = deposits;
  const accounts = await compareAccounts(broker, books);
  const behind = [...depositsBehind(books, journals), ...orders.behind];
  const late = behind.filter(({ effect }) => isStuck(effect, now));
  const differences = [
    ...[...deposits.differences, ...unanswered, ...orders.differences, ...accounts],
    ...atBroker.unanswered,
    ...late.map(({ difference }) => difference),
  ];
  for (const { shown, upToShown } of books.shown)
    differences.push(...(await comparePeriods(reader, shown, upToShown)));
  const all = books.unreadable.instead(differences);
  // Read models trail all the time.
  const notShown = books.notShown.filter((effect) => isStuck(effect, now));
  const open = [...openOf(books, behind, late), ...notShown];
  return { books, unlisted, foreign, withoutId, differences: all, open };
};

/** What is a difference is not open as well. */
const openOf = (
  { open }: LogBooks,
  behind: readonly Behind[],
  late: readonly Behind[],
): readonly OpenEffect[] => {
  const known = new Set(late.map(({ effect }) => effect));
  const all = new Set([...open, ...behind.map(({ effect }) => effect)]);
  return [...all].filter((effect) => !known.has(effect));
};

const isStuck = ({ since }: OpenEffect, now: Date): boolean =>
  now.getTime() - Date.parse(since) > AUDIT_STUCK_AFTER_MS;

const judged = ({ books, ...look }: Look): Reconciliation => {
  const { differences, withoutId, open } = look;
  const { waiting } = books;
  const stuck = open.filter((effect) => isStuck(effect, new Date()));
  const ok = differences.length === 0 && stuck.length === 0 && withoutId === 0;
  const partners = [...books.partners.values()].map(partnerSums);
  return { ...look, partners, stuck, waiting, ok };
};

const partnerSums = (books: PartnerBooks): PartnerSums => ({
  partnerId: books.partnerId,
  ...sumsOf(books.periods),
  credited: text(creditedCents(books)),
  periods: books.periods.map((period) => ({
    id: period.id,
    number: period.number,
    ...sumsOf([period]),
  })),
});

const sumsOf = (periods: readonly LoggedPeriod[]): PeriodSums => {
  const sum = (field: 'count' | 'grossCents' | 'feeCents' | 'adjustmentCents') =>
    periods.reduce((total, period) => total + period[field], 0n);
  return {
    count: Number(sum('count')),
    gross: text(sum('grossCents')),
    net: text(sum('grossCents') - sum('feeCents')),
    adjustments: text(sum('adjustmentCents')),
  };
};

const text = (amount: bigint): string => centsToDecimal(cents(amount) satisfies Cents);
