import { type RequestedDeposit, depositNamed } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { DatedJournal } from '#platform/broker/broker-changes.js';
import { claimId, claims } from '#platform/event-store/claims.js';
import {
  type ForeignJournal,
  compareDeposits,
  depositBehind,
  depositsOf,
} from '../reconcile/compare-deposits.js';
import type { Difference } from '../reconcile/difference.js';
import { type SortedJournals, sortJournals } from '../reconcile/journals-of-deposits.js';
import type { PartnerBooks } from '../reconcile/partner-books.js';
import type { Look } from './look.js';

type Compared = {
  readonly differences: readonly Difference[];
  readonly foreign: readonly ForeignJournal[];
  readonly deposits: readonly string[];
  readonly journals: readonly string[];
};

/** The deposits in the scope, and the journals in it, against each other. */
export const compareJournals = async (look: Look): Promise<Compared> => {
  const { scope, books, lookUps } = look;
  await books.readDeposits(scope.deposits);
  await lookUpJournals(look);
  await findDeposits(look);
  const changed = depositsOf(await books.ofPartners(scope.deposits, []));
  const lacking = new Set([
    ...(await lookUps.journalsOf(unlisted(look, changed), (id) => isWhole(look, id))),
    ...(await lookUpBesides(look, changed)),
  ]);
  await nameJournals(look, changed);
  await addNamed(look, changed);
  const partners = await books.ofPartners(scope.deposits, []);
  const logged = depositsOf(partners);
  for (const { depositId, journalId } of logged)
    if (isUntold(look, journalId)) lacking.add(depositId);
  const journals = inScope(look, logged);
  const sorted = sortJournals(logged, journals);
  const accounts = await books.accountsOf(sorted.extra);
  const unnamed = await unnamedOf(look.store, logged, journals);
  const { differences, foreign } = compareDeposits({ partners, accounts }, journals);
  const isKnown = ({ depositId, journalId }: Difference) =>
    depositId === null ? isTold(look, journalId ?? '') : !lacking.has(depositId);
  const created = new Map(journals.map(({ id, createdAt }) => [id, createdAt]));
  return {
    differences: [...differences.filter(isKnown), ...behind(look, partners, sorted)],
    foreign: foreign.filter(({ id }) => isCounted(look, created.get(id) ?? look.countedFrom)),
    deposits: logged
      .map(({ depositId }) => depositId)
      .filter((id) => !lacking.has(id) && !unnamed.has(id)),
    journals: [...scope.journals].filter((id) => isTold(look, id)),
  };
};

/** Whether no list has a journal, and the broker does not answer about it either. */
const isUntold = ({ lists, lookUps }: Look, id: string | null): boolean =>
  id !== null && lookUps.unanswered.has(id) && !lists.journals.has(id);

/** Whether the broker has told of a journal, and of the one that it names. */
const isTold = (look: Look, id: string): boolean => {
  const { lists, lookUps } = look;
  const isHere = lists.journals.has(id) || lookUps.answeredJournals.has(id);
  return isHere && !isUntold(look, lists.journals.get(id)?.journalKey ?? null);
};

const isCounted = ({ countedFrom, span }: Look, createdAt: string): boolean =>
  createdAt >= countedFrom && createdAt < span.until;

/** A journal that was only told of, unless its deposit is known to have it, and is asked about. */
const lookUpJournals = async ({ scope, lists, books, lookUps, isFresh }: Look): Promise<void> => {
  const keys = new Map(lists.toldJournals.map(({ id, journalKey }) => [id, journalKey]));
  for (const id of scope.journals) {
    const listed = lists.journals.get(id);
    if (listed !== undefined && (!isFresh || listed.journalKey !== null)) continue;
    const key = keys.get(id) ?? null;
    if (isFresh || key === null || !(await books.knowsJournal(key, id))) await lookUps.journal(id);
  }
};

/** A journal without our key may be matched with a deposit, name the one whose journal it names, or be counted by one. */
const findDeposits = async (look: Look): Promise<void> => {
  const { scope, lists, books, store, shared } = look;
  for (const id of scope.journals) {
    const journal = lists.journals.get(id);
    if (journal === undefined) continue;
    const { journalKey, accountId } = journal;
    const named = journalKey === null ? null : await books.depositAccount(journalKey);
    if (journalKey !== null && named !== null) scope.deposits.add(journalKey);
    if (named === accountId) continue;
    const matched = await store.load(claims, claimId('journal', id));
    if (matched !== null) scope.deposits.add(matched);
    const owner = await books.account(accountId);
    if (named !== null || owner === null) continue;
    const found = await namedIn(look, journalKey);
    if (found === null) shared.add(owner, [id]);
    else scope.deposits.add(found);
  }
  for (const each of await shared.deposits()) scope.deposits.add(each);
};

/** Null when the name leads to no deposit. */
const namedIn = (
  { lists, books, store, lookUps }: Look,
  key: string | null,
): Promise<string | null> =>
  depositNamed(key, {
    isDeposit: async (id) => (await books.depositAccount(id)) !== null,
    matched: (id) => store.load(claims, claimId('journal', id)),
    keyOf: async (id) => {
      if (!lists.journals.has(id)) await lookUps.journal(id);
      return lists.journals.get(id)?.journalKey ?? null;
    },
  });

/** What is booked beside a first journal and in no list. @returns deposits that could not be asked about */
const lookUpBesides = async (
  { lists, lookUps }: Look,
  deposits: readonly RequestedDeposit[],
): Promise<readonly string[]> => {
  const lacking: string[] = [];
  for (const { depositId, journalId, credits } of deposits)
    for (const [id, amount] of Object.entries(credits)) {
      const isFound = amount === 0n || id === journalId || lists.journals.has(id);
      if (!isFound && !(await lookUps.journal(id))) lacking.push(depositId);
    }
  return lacking;
};

/** By itself each may have its name. */
const nameJournals = async (
  { store, lists, lookUps }: Look,
  deposits: readonly RequestedDeposit[],
): Promise<void> => {
  const unnamed = await unnamedOf(store, deposits, [...lists.journals.values()]);
  for (const id of new Set(unnamed.values())) await lookUps.journal(id);
};

/**
 * Deposits whose journal is listed without the name that it was given, and the journal: whose it is is not
 * known, and what was found before stays.
 */
const unnamedOf = async (
  store: EventStore,
  deposits: readonly RequestedDeposit[],
  journals: readonly ListedJournal[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Set(journals.flatMap((each) => (each.journalKey === null ? [each.id] : [])));
  const unnamed = new Map<string, string>();
  for (const { depositId, journalId } of deposits) {
    if (journalId === null || !ids.has(journalId)) continue;
    // What a person matched never had a name.
    const matched = await store.load(claims, claimId('journal', journalId));
    if (matched === null) unnamed.set(depositId, journalId);
  }
  return unnamed;
};

/** What the log has as the journal of one deposit may name another, which is compared with it then. */
const addNamed = async (look: Look, deposits: readonly RequestedDeposit[]): Promise<void> => {
  const { scope, lists } = look;
  const known = journalsKnownOf(deposits);
  for (const { id, journalKey } of [...lists.journals.values()]) {
    if (!known.has(id) || journalKey === null || scope.deposits.has(journalKey)) continue;
    const named = await namedIn(look, journalKey);
    if (named !== null) scope.deposits.add(named);
  }
};

const journalsKnownOf = (deposits: readonly RequestedDeposit[]): ReadonlySet<string> =>
  new Set(deposits.flatMap(({ credits }) => Object.keys(credits)));

/** What differed may do so by a journal of any day. */
const isWhole = ({ isFresh, known }: Look, depositId: string): boolean =>
  isFresh || known.has(depositId);

/** Deposits that should have a journal which no list shows, or may have one. */
const unlisted = (look: Look, deposits: readonly RequestedDeposit[]) => {
  const { lists, span } = look;
  const sorted = sortJournals(deposits, [...lists.journals.values()]);
  const isListed = ({ depositId, journalId }: RequestedDeposit) =>
    journalId === null
      ? sorted.of(depositId).some(({ direction }) => direction === 'to_user')
      : lists.journals.has(journalId);
  // The lists show everything that was asked for within the span, if they are whole.
  const isShown = ({ requestedAt }: RequestedDeposit) => lists.isWhole && requestedAt >= span.from;
  return deposits.filter((deposit) => {
    const { depositId, status, attempts, journalId } = deposit;
    const isSent = journalId !== null || (attempts > 0 && status === 'failed');
    return isSent && !isShown(deposit) && (isWhole(look, depositId) || !isListed(deposit));
  });
};

const inScope = (
  { scope, lists }: Look,
  deposits: readonly RequestedDeposit[],
): readonly DatedJournal[] => {
  const known = journalsKnownOf(deposits);
  const all = [...lists.journals.values()];
  const { namedBy } = sortJournals(deposits, all);
  return all.filter(
    (journal) =>
      scope.journals.has(journal.id) || known.has(journal.id) || namedBy(journal) !== undefined,
  );
};

const behind = (
  { newsSince }: Look,
  partners: ReadonlyMap<string, PartnerBooks>,
  sorted: SortedJournals<DatedJournal>,
): readonly Difference[] =>
  [...partners.values()].flatMap((books) =>
    [...books.deposits].flatMap(([id, logged]) =>
      sorted
        .of(id)
        .filter(({ createdAt }) => createdAt === null || createdAt < newsSince)
        .flatMap((journal) => depositBehind(books, logged, journal) ?? []),
    ),
  );
