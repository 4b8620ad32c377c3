import type { Broker } from '#platform/broker/broker.js';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { RECONCILE_OVERLAP_MS } from '#platform/core/timing.js';
import { WrongExpectedRevision } from '#platform/event-store/event-log.js';
import type { Cause, Committed } from '#platform/event-store/event-store.js';
import { later } from '#platform/jobs/job.js';
import {
  type Match,
  type SaidJournal,
  UNDONE,
  isNamedBy,
} from '../deposit/deposit-journals.decide.js';
import { depositNamed } from '../match-journal/deposit-named.js';
import { type Books, heldByOther } from '../match-journal/shared-journals.js';
import { matchedDeposit } from '../match-journal/matched-deposit.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  type Deposit,
  type RequestedDeposit,
  deposits,
  isRequested,
} from '../deposit/deposit.state.js';
import { recordJournals, undoneUnseen } from '../deposit/journals.decide.js';

const TRIES_MAX = 4;

type AskedBroker = Pick<Broker, 'listJournals' | 'findJournalById' | 'changes'>;
type Parts = Books & { readonly broker: AskedBroker };

/**
 * Records what all journals of a deposit come to. An answer that was overtaken meets another
 * revision, and the broker is asked again.
 * @throws {JournalDiffers} the broker's figures cannot be this deposit's.
 * @throws {WrongExpectedRevision} others kept winning.
 */
export const readJournals = async (
  parts: Parts,
  { depositId, accountId }: Pick<RequestedDeposit, 'depositId' | 'accountId'>,
  cause: Cause,
  match: Match | null = null,
): Promise<Committed<Deposit, DepositEvent>> => {
  const { store, broker } = parts;
  for (let tries = 1; ; tries++) {
    const loaded = await store.loadWithRevision(deposits, depositId);
    const listed = await journalsOf(parts, accountId, loaded.state, cause, match);
    const wasExecuted = await wasExecutedBefore(broker, loaded.state, listed);
    const events = recordJournals(listed, new Date(), match, wasExecuted)(loaded.state);
    try {
      return await store.appendTo(deposits, depositId, loaded, events, cause);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || tries === TRIES_MAX) throw error;
    }
  }
};

/**
 * The journals between the firm account and the deposit's, with what persons have said of those that are
 * booked, or are to be: one that is matched names the deposit that it is matched with, unless it names one of
 * the account itself; one that is to be matched names nothing beside such a name. Of a credit that would be
 * new, they say whether another deposit counts it, or counted it by a person's word.
 */
export const journalsOf = async (
  parts: Parts,
  accountId: string,
  deposit: Deposit,
  { correlationId }: Pick<Cause, 'correlationId'>,
  match: Match | null,
): Promise<readonly SaidJournal[]> => {
  const { store, broker } = parts;
  const listed = await broker.listJournals(accountId);
  if (!isRequested(deposit)) return listed;
  const { depositId, journalId, credits } = deposit;
  const keys = new Map(listed.map(({ id, journalKey }) => [id, journalKey]));
  const isDeposit = async (name: string) => {
    const named = await store.load(deposits, name);
    return isRequested(named) && named.accountId === accountId;
  };
  const known = {
    isDeposit,
    matched: async (id: string) => {
      const matched = await matchedDeposit(store, id);
      return matched !== null && (await isDeposit(matched)) ? matched : null;
    },
    keyOf: (id: string) => Promise.resolve(keys.get(id) ?? null),
  };
  const nameOf = async (journal: ListedJournal): Promise<string | null> => {
    const { id, journalKey } = journal;
    const isBooked = Object.hasOwn(credits, id);
    const isIts = isNamedBy(deposit, journal);
    const namesJournal = journalKey !== null && (isIts || keys.has(journalKey));
    if (journalKey === depositId || !(isBooked || namesJournal || id === match?.journalId))
      return journalKey;
    const named = await depositNamed(journalKey, known);
    if (named !== null) return named;
    if (isBooked) return (await matchedDeposit(store, id)) ?? journalKey;
    return id === match?.journalId ? null : journalKey;
  };
  const said = listed.map(async (journal): Promise<SaidJournal> => {
    const { id, direction, journalKey: names } = journal;
    const named = { ...journal, journalKey: await nameOf(journal), names };
    const isNews = direction === 'to_user' && id !== journalId && !Object.hasOwn(credits, id);
    if (!isNews || !isNamedBy(deposit, named)) return named;
    return { ...named, elsewhere: await elsewhere(parts, deposit, id) };
  });
  const ask = (id: string) => broker.findJournalById(id, correlationId);
  const whole = await firstAskedFor(deposit, await Promise.all(said), ask);
  return [...whole, ...(await goneOf(deposit, whole, ask, nameOf))];
};

const elsewhere = async (
  books: Books,
  deposit: RequestedDeposit,
  journalId: string,
): Promise<SaidJournal['elsewhere']> => {
  if ((await heldByOther(books, deposit, [journalId])) !== null) return 'counted';
  const matched = await matchedDeposit(books.store, journalId);
  return matched === null || matched === deposit.depositId ? undefined : 'given up';
};

type Ask = (id: string) => Promise<ListedJournal | null>;

/**
 * A list that has another journal under a deposit's key than is recorded may leave that one out, or its name:
 * then it is asked for by itself. One that is left out, and another's by now, keeps its place: the other deposit
 * could not take it from that list.
 */
const firstAskedFor = async (
  deposit: RequestedDeposit,
  listed: readonly SaidJournal[],
  ask: Ask,
): Promise<readonly SaidJournal[]> => {
  const { depositId, journalId, credits } = deposit;
  const others = listed.filter(({ id }) => id !== journalId);
  const recorded = listed.find(({ id }) => id === journalId);
  const isKnown = journalId === null || (recorded !== undefined && recorded.journalKey !== null);
  const hasOther = others.some(
    ({ id, journalKey }) => journalKey === depositId && !Object.hasOwn(credits, id),
  );
  if (isKnown || !hasOther) return listed;
  const found = (await ask(journalId)) ?? recorded;
  if (found === undefined) return listed;
  const isLeftOut = recorded === undefined && !isNamedBy(deposit, found);
  return [...others, isLeftOut ? { ...found, journalKey: null } : found];
};

/**
 * Those that are booked beside the first, and not listed: as the broker has each, or as none. One that is
 * another's by now is left out, and counts as before: the other deposit could not take it from that list.
 */
const goneOf = async (
  deposit: RequestedDeposit,
  listed: readonly SaidJournal[],
  ask: Ask,
  nameOf: (journal: ListedJournal) => Promise<string | null>,
): Promise<readonly SaidJournal[]> => {
  const { depositId, accountId, journalId, credits } = deposit;
  const missing = Object.entries(credits).filter(
    ([id, amount]) => amount !== 0n && id !== journalId && listed.every((each) => each.id !== id),
  );
  const asked = missing.map(async ([id, amount]): Promise<readonly ListedJournal[]> => {
    const found = await ask(id);
    const none = { id, accountId, journalKey: depositId, amountText: '', status: 'deleted' };
    const direction = amount > 0n ? 'to_user' : 'to_firm';
    if (found === null) return [{ ...none, amount: cents(0), direction }];
    const named = { ...found, journalKey: await nameOf(found) };
    return UNDONE.includes(found.status) || isNamedBy(deposit, named) ? [named] : [];
  });
  return (await Promise.all(asked)).flat();
};

/** What was executed and taken back while nobody looked is told by the broker's events alone. */
const wasExecutedBefore = async (
  broker: AskedBroker,
  deposit: Deposit,
  listed: readonly ListedJournal[],
): Promise<boolean> => {
  const journal = undoneUnseen(deposit, listed);
  if (journal === null || !isRequested(deposit)) return false;
  const from = later(deposit.requestedAt, -RECONCILE_OVERLAP_MS).toISOString();
  const { things } = await broker.changes().toldJournals({ from, until: new Date().toISOString() });
  return things.some(({ id, wasExecuted }) => id === journal.id && wasExecuted);
};
