import type { Broker } from '#broker/broker.js';
import type { ListedJournal } from '#broker/broker-records.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Queues } from '#jobs/queues.js';
import { adjustDeposit } from '../jobs.js';
import { assignedDeposit } from '../adjust-deposit/find-deposit.js';
import { deposits } from '../deposit/deposit.state.js';
import { OUTWARD, isReversed } from '../deposit/journal-sum.js';
import { isEndedUncredited } from '../deposit/settle-credits.decide.js';
import { DAY_MS } from '#kernel/duration.js';

/** Interval at which the leader lists reversed journals, in case a message is lost. */
const REVERSALS_POLL_MS = 30_000;
/** Age of the oldest listed journals. */
const REVERSALS_BACK_MS = 30 * DAY_MS;
/** Journals to the firm: withdrawals whose money may return, and mirror journals of deposits. */
const TO_FIRM_BACK_MS = 7 * DAY_MS;
/** A journal that returns a withdrawal is new. Reconciliation finds an older one. */
const RETURNS_BACK_MS = 2 * DAY_MS;

type Parts = {
  readonly store: EventStore;
  readonly broker: Broker;
  readonly queues: Queues;
};

/** A new status enqueues the job at this number of polls, because a list may lack it at first. */
const POLLS = 2;

/** Journal id and status → number of polls that showed it. */
type Polls = ReadonlyMap<string, number>;

/**
 * Finds transactions that the broker reversed, if the broker's message was lost. One list covers
 * the reversals of all transactions, and another one the accounts that moved money to the firm. For
 * each such journal the monitor enqueues a job that reads the transaction's journals.
 */
export class ReversalMonitor implements Recurring {
  readonly everyMs = REVERSALS_POLL_MS;
  readonly failed = 'failed to list reversals';
  readonly work = () => this.poll(new Date());
  private readonly polls: Record<'reversals' | 'returns', Polls> = {
    reversals: new Map(),
    returns: new Map(),
  };

  constructor(private readonly parts: Parts) {}

  /** Enqueues a job at the first polls that show a new status of a journal. */
  async poll(now: Date): Promise<void> {
    const { broker } = this.parts;
    const causationId = `reversals-${Math.floor(now.getTime() / REVERSALS_POLL_MS)}`;
    const back = (ms: number) => new Date(now.getTime() - ms);
    const since = { endedSince: back(REVERSALS_BACK_MS), mirroredSince: back(TO_FIRM_BACK_MS) };
    const reversals = await broker.listReversals(since, causationId);
    await this.enqueue('reversals', reversals, causationId);
    const toFirm = reversals.filter(({ direction }) => direction === 'to_firm');
    const accountIds = new Set(toFirm.map(({ accountId }) => accountId));
    const returnedSince = back(RETURNS_BACK_MS);
    const credits = await broker.listCredits({ accountIds, since: returnedSince }, causationId);
    await this.enqueue('returns', credits, causationId);
  }

  private async enqueue(
    list: 'reversals' | 'returns',
    journals: readonly ListedJournal[],
    causationId: string,
  ): Promise<void> {
    const before = this.polls[list];
    const keyed = journals.map((each) => ({ ...each, key: `${each.id}:${each.status}` }));
    const polls = new Map(keyed.map(({ key }) => [key, (before.get(key) ?? 0) + 1]));
    const fresh = keyed.filter(({ key }) => (polls.get(key) ?? 0) <= POLLS);
    const ids = await eachOf(fresh, (each) => this.transactionOf(each));
    await this.parts.queues.add(
      ids
        .filter((id) => id !== null)
        .map((id) => ({
          job: adjustDeposit,
          jobId: `${adjustDeposit.name}-${id}-${causationId}`,
          data: { id, correlationId: null, causationId },
        })),
    );
    this.polls[list] = polls;
  }

  /**
   * Returns the id that the job finds the transaction by. Null for a third-party journal, and for a
   * journal that executes the transaction whose key it has.
   */
  private async transactionOf(journal: ListedJournal): Promise<string | null> {
    const { id, journalKey, direction } = journal;
    const { store } = this.parts;
    if (journalKey === null) return assignedDeposit(store, id);
    const named = await store.load(deposits, journalKey).catch(nullIfUnreadable);
    if (named?.status === 'absent') return (await assignedDeposit(store, id)) ?? journalKey;
    if (named === null || isReversed(journal)) return journalKey;
    const isOwn = direction === OUTWARD[named.direction] && !isEndedUncredited(named);
    return isOwn ? null : journalKey;
  }
}

/** The job reports an unreadable stream. */
const nullIfUnreadable = (error: unknown): null => {
  if (error instanceof EventLogUnavailable) throw error;
  return null;
};
