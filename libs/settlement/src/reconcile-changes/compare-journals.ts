import type { RequestedDeposit } from '#funding';
import type { DatedJournal } from '#platform/broker/broker-changes.js';
import { claimId, claims } from '#platform/event-store/claims.js';
import {
  type ForeignJournal,
  compareDeposits,
  depositBehind,
} from '../reconcile/compare-deposits.js';
import type { Difference } from '../reconcile/difference.js';
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
  const { scope, lists, books, lookUps } = look;
  await books.readDeposits(scope.deposits);
  await lookUpJournals(look);
  await findDeposits(look);
  const partners = await books.ofPartners(scope.deposits, []);
  const logged = [...partners.values()].flatMap((each) => [...each.deposits.values()]);
  const lacking = await lookUps.journalsOf(
    unlisted(
      look,
      logged.map(({ deposit }) => deposit),
    ),
  );
  const journals = inScope(
    look,
    logged.map(({ deposit }) => deposit),
  );
  const accounts = await ownersOf(look, journals, partners);
  const { differences, foreign } = compareDeposits({ partners, accounts }, journals);
  const isKnown = ({ depositId }: Difference) => depositId === null || !lacking.has(depositId);
  const created = new Map(journals.map(({ id, createdAt }) => [id, createdAt]));
  return {
    differences: [...differences.filter(isKnown), ...behind(look, partners, journals)],
    foreign: foreign.filter(({ id }) => isCounted(look, created.get(id) ?? look.countedFrom)),
    deposits: logged.map(({ deposit }) => deposit.depositId).filter((id) => !lacking.has(id)),
    journals: [...scope.journals].filter((id) => lists.journals.has(id) || look.isFresh),
  };
};

const isCounted = ({ countedFrom, span }: Look, createdAt: string): boolean =>
  createdAt >= countedFrom && createdAt < span.until;

/** A journal that was only told of, unless the list of its deposit's day will have it. */
const lookUpJournals = async ({ scope, lists, books, lookUps, isFresh }: Look): Promise<void> => {
  const keys = new Map(lists.toldJournals.map(({ id, journalKey }) => [id, journalKey]));
  for (const id of scope.journals) {
    if (!isFresh && lists.journals.has(id)) continue;
    const key = keys.get(id) ?? null;
    if (isFresh || key === null || !(await books.hasDeposit(key))) await lookUps.journal(id);
  }
};

/** A journal without our key may be matched with a deposit, or name the one that it takes back. */
const findDeposits = async ({ scope, lists, books, store, lookUps }: Look): Promise<void> => {
  for (const id of scope.journals) {
    const journal = lists.journals.get(id);
    if (journal === undefined) continue;
    const { journalKey, direction } = journal;
    if (journalKey !== null && (await books.hasDeposit(journalKey))) continue;
    const matched = await store.load(claims, claimId('journal', id));
    if (matched !== null) scope.deposits.add(matched);
    if (journalKey === null || direction === 'to_user') continue;
    if (!lists.journals.has(journalKey)) await lookUps.journal(journalKey);
    const named = lists.journals.get(journalKey)?.journalKey ?? null;
    if (named !== null) scope.deposits.add(named);
  }
};

/** Deposits that should have a journal which no list shows. */
const unlisted = ({ lists, span }: Look, deposits: readonly RequestedDeposit[]) => {
  const listed = new Set(
    [...lists.journals.values()].flatMap(({ id, journalKey }) => [id, journalKey]),
  );
  // The lists show everything that was asked for within the span, if they are whole.
  const isShown = ({ requestedAt }: RequestedDeposit) => lists.isWhole && requestedAt >= span.from;
  return deposits.filter((deposit) => {
    const { depositId, status, attempts, journalId } = deposit;
    const isSent = journalId !== null || (attempts > 0 && status === 'failed');
    return (
      isSent && !isShown(deposit) && !listed.has(journalId ?? depositId) && !listed.has(depositId)
    );
  });
};

const inScope = (
  { scope, lists }: Look,
  deposits: readonly RequestedDeposit[],
): readonly DatedJournal[] => {
  const credits = new Set(deposits.flatMap((each) => Object.keys(each.credits)));
  return [...lists.journals.values()].filter(
    ({ id, journalKey }) =>
      scope.journals.has(id) ||
      credits.has(id) ||
      (journalKey !== null && scope.deposits.has(journalKey)),
  );
};

/** Only of the accounts whose journals no deposit explains. */
const ownersOf = async (
  { books }: Look,
  journals: readonly DatedJournal[],
  partners: ReadonlyMap<string, PartnerBooks>,
) => {
  const explained = new Set([...partners.values()].flatMap((each) => [...each.deposits.keys()]));
  const accounts = [];
  for (const { journalKey, accountId } of journals) {
    if (journalKey !== null && explained.has(journalKey)) continue;
    const owner = await books.account(accountId);
    if (owner !== null) accounts.push(owner);
  }
  return accounts;
};

const behind = (
  { newsSince }: Look,
  partners: ReadonlyMap<string, PartnerBooks>,
  journals: readonly DatedJournal[],
): readonly Difference[] => {
  const byKey = Map.groupBy(journals, ({ journalKey }) => journalKey);
  return [...partners.values()].flatMap((books) =>
    [...books.deposits].flatMap(([id, logged]) =>
      (byKey.get(id) ?? [])
        .filter(({ createdAt }) => createdAt === null || createdAt < newsSince)
        .flatMap((journal) => depositBehind(books, logged, journal) ?? []),
    ),
  );
};
