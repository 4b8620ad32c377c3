import type { Broker } from '#broker/broker.js';
import type { ListedJournal } from '#broker/broker-records.js';
import { retry } from '#kernel/concurrency/retry.js';
import { isConflict } from '#kernel/event-store/event-log.js';
import type { Cause, Committed, EventStore } from '#kernel/event-store/event-store.js';
import { later } from '#kernel/jobs/job.js';
import { RECONCILE_OVERLAP_MS } from '#kernel/timing.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { type Deposit, type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { type TransactionJournal, isReversed, journalsOf } from '../deposit/journal-sum.js';
import { recordJournals, recordReversedUnseen } from '../deposit/journals.decide.js';
import { isUncredited } from '../deposit/settle-credits.decide.js';

/** Reads again at once after another writer was faster. */
const CONFLICT_RETRY = { backoff: () => 0, when: isConflict, retriesMax: 3 };

type Parts = {
  readonly store: EventStore;
  readonly broker: Pick<Broker, 'listJournals' | 'changes'>;
};

/**
 * Reads all journals of a deposit at the broker and records them. Reads again if another write was
 * faster, because the list may be outdated.
 * @throws {JournalDiffers} if the journals cannot belong to this deposit
 * @throws {WrongExpectedRevision} if other writes were faster each time
 */
export const readJournals = async (
  { store, broker }: Parts,
  { depositId, accountId }: Pick<RequestedDeposit, 'depositId' | 'accountId'>,
  cause: Cause,
): Promise<Committed<Deposit, DepositEvent>> =>
  retry(CONFLICT_RETRY, async () => {
    const loaded = await store.loadWithRevision(deposits, depositId);
    const listed = await broker.listJournals(accountId);
    const unseen = await reversedUnseen(broker, loaded.state, listed);
    const now = new Date();
    const decision =
      unseen === null ? recordJournals(listed, now) : recordReversedUnseen(unseen, now);
    return store.appendTo(deposits, depositId, loaded, decision(loaded.state), cause);
  });

/**
 * Returns the only journal of an uncredited deposit, if it is reversed and the broker's event
 * history says that it was executed before. Null otherwise.
 */
const reversedUnseen = async (
  broker: Pick<Broker, 'changes'>,
  deposit: Deposit,
  listed: readonly ListedJournal[],
): Promise<TransactionJournal | null> => {
  if (deposit.status === 'absent' || !isUncredited(deposit)) return null;
  const { requestedAt } = deposit;
  const [journal, ...others] = journalsOf(deposit, listed);
  if (journal === undefined || others.length > 0 || !isReversed(journal)) return null;
  const from = later(requestedAt, -RECONCILE_OVERLAP_MS).toISOString();
  const span = { from, until: new Date().toISOString() };
  const { things } = await broker.changes().reportedJournals(span);
  const isExecuted = things.some((each) => each.id === journal.id && each.wasExecuted);
  return isExecuted ? journal : null;
};
