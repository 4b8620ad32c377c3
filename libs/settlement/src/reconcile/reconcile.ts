import { netCents, type RequestedDeposit } from '#funding';
import type { Broker } from '#platform/broker/broker.js';
import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { OPEN, settlementTotals } from '../settlement-totals/settlement-totals.projection.js';
import { type OpenEffect, readBooks } from './books.js';

export type Difference = { readonly partnerId: string; readonly what: string };

export type Reconciliation = {
  readonly partners: readonly {
    readonly partnerId: string;
    readonly count: number;
    readonly gross: string;
    readonly net: string;
  }[];
  readonly differences: readonly Difference[];
  /** Older than a minute and still without an outcome. */
  readonly stuck: readonly OpenEffect[];
  readonly open: readonly OpenEffect[];
  readonly waiting: readonly OpenEffect[];
  readonly ok: boolean;
};

const STUCK_AFTER_MS = 60_000;
const AT_ONCE = 8;

type Sources = { readonly log: EventLog; readonly models: ReadModels; readonly broker: Broker };

/** Compares three independent records: the log, the read models and the broker's own ledger. */
export const reconcile = async ({ log, models, broker }: Sources): Promise<Reconciliation> => {
  const books = await readBooks(log);
  const differences: Difference[] = [];
  const journals = await readJournals(broker, books.accounts);
  const partners = [];
  for (const [partnerId, deposits] of books.deposits) {
    const sums = sumsOf(deposits);
    differences.push(...deposits.flatMap((deposit) => compareJournal(deposit, journals)));
    differences.push(...(await compareTotals(models, partnerId, sums)));
    const { count, gross, net } = sums;
    partners.push({ partnerId, count, gross: centsToDecimal(gross), net: centsToDecimal(net) });
  }
  for (const [journalKey, { partnerId }] of journals)
    differences.push({ partnerId, what: `journal ${journalKey} at the broker is in no deposit` });
  const stuck = books.open.filter(({ since }) => Date.now() - Date.parse(since) > STUCK_AFTER_MS);
  const ok = differences.length === 0 && stuck.length === 0;
  return { partners, differences, stuck, open: books.open, waiting: books.waiting, ok };
};

type Journals = Map<string, { partnerId: string; status: string; amount: Cents; count: number }>;

const readJournals = async (
  broker: Broker,
  accounts: readonly { partnerId: string; accountId: string }[],
): Promise<Journals> => {
  const found: Journals = new Map();
  for (let i = 0; i < accounts.length; i += AT_ONCE) {
    const chunk = accounts.slice(i, i + AT_ONCE).map(async ({ partnerId, accountId }) => {
      for (const { id, journalKey, status, amount } of await broker.listJournals(accountId)) {
        const key = journalKey ?? `without a key, ${id}`;
        const count = (found.get(key)?.count ?? 0) + 1;
        found.set(key, { partnerId, status, amount, count });
      }
    });
    await Promise.all(chunk);
  }
  return found;
};

const EXECUTED = ['executed', 'activity_created'];

/** Takes the deposit's journal out of the map, so that what is left belongs to no deposit. */
const compareJournal = (deposit: RequestedDeposit, journals: Journals): Difference[] => {
  const { depositId, partnerId, status } = deposit;
  const journal = journals.get(depositId);
  journals.delete(depositId);
  const differ = (what: string) => [{ partnerId, what: `deposit ${depositId}: ${what}` }];
  if (journal === undefined)
    return status === 'completed' || status === 'reversed'
      ? differ(`${status} in the log, and no journal at the broker`)
      : [];
  if (journal.count > 1) return differ(`${journal.count} journals at the broker`);
  const executed = EXECUTED.includes(journal.status);
  const decided = status !== 'pending' && status !== 'processing';
  if (decided && executed !== (status === 'completed'))
    return differ(`${status} in the log, ${journal.status} at the broker`);
  if (journal.amount !== netCents(deposit))
    return differ(
      `net ${centsToDecimal(netCents(deposit))} in the log, ` +
        `${centsToDecimal(journal.amount)} at the broker`,
    );
  return [];
};

const sumsOf = (deposits: readonly RequestedDeposit[]) => {
  const credited = deposits.filter(({ status }) => status === 'completed' || status === 'reversed');
  const reversed = credited.filter(({ status }) => status === 'reversed');
  const sum = (some: readonly RequestedDeposit[]) =>
    cents(some.reduce((total, { amountCents }) => total + amountCents, 0n));
  const net = cents(credited.reduce((total, deposit) => total + netCents(deposit), 0n));
  return {
    count: credited.length,
    gross: sum(credited),
    net,
    adjustments: cents(0n - sum(reversed)),
  };
};

const compareTotals = async (
  models: ReadModels,
  partnerId: string,
  sums: ReturnType<typeof sumsOf>,
): Promise<Difference[]> => {
  const read = await models.document(partnerId, settlementTotals.name, OPEN);
  if (read.status !== 'ready' || read.value === null)
    return [{ partnerId, what: 'the settlement totals are not built' }];
  const shown = read.value;
  const pairs: [string, bigint][] = [
    ['count', BigInt(sums.count)],
    ['grossCents', sums.gross],
    ['adjustmentCents', sums.adjustments],
  ];
  return pairs
    .filter(([field, expected]) => BigInt(shown[field] ?? '0') !== expected)
    .map(([field, expected]) => ({
      partnerId,
      what: `${field}: ${expected} in the log, ${shown[field] ?? '0'} in the read model`,
    }));
};
