import type { Broker } from '#platform/broker/broker.js';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import type { Logger } from '#platform/core/logger.js';
import { repeatUntilAborted } from '#platform/core/repeat.js';
import { UNDONE_JOURNALS_BACK_MS, UNDONE_JOURNALS_POLL_MS } from '#platform/core/timing.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Queues } from '#platform/jobs/queues.js';
import { adjustDeposit } from '../adjust-deposit/adjust-deposit.job.js';
import { matchedDeposit } from '../match-journal/matched-deposit.js';

type Parts = {
  readonly store: EventStore;
  readonly broker: Broker;
  readonly queues: Queues;
  readonly logger: Logger;
};

const LOOKS = 2;

/**
 * Finds the credits that the broker took back without our hearing of it: a completed deposit is not
 * looked at one by one any more, and an event may be lost. One question for all, however many
 * deposits there are; what it finds is a nudge to look at the one deposit.
 */
export class TakeBackWatch {
  private looksOf: ReadonlyMap<string, number> = new Map();

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: UNDONE_JOURNALS_POLL_MS, logger: this.parts.logger };
    await repeatUntilAborted({ ...repeated, failed: 'take-backs were not looked for' }, () =>
      this.look(new Date()),
    );
  }

  /**
   * Nudges each journal at the first looks that show a word of the broker about it, for the list that
   * the job reads may lack it yet; after a restart again.
   */
  async look(now: Date): Promise<void> {
    const { broker, queues } = this.parts;
    const causationId = `take-backs-${Math.floor(now.getTime() / UNDONE_JOURNALS_POLL_MS)}`;
    const reversals = await broker.listReversals(
      new Date(now.getTime() - UNDONE_JOURNALS_BACK_MS),
      causationId,
    );
    const words = reversals.map((each) => ({ ...each, word: `${each.id}:${each.status}` }));
    const looksOf = new Map(words.map(({ word }) => [word, (this.looksOf.get(word) ?? 0) + 1]));
    const news = words.filter(({ word }) => (looksOf.get(word) ?? 0) <= LOOKS);
    const ids = await Promise.all(news.map((each) => this.depositOf(each)));
    await queues.add(
      ids
        .filter((id) => id !== null)
        .map((id) => ({
          job: adjustDeposit,
          jobId: `${adjustDeposit.name}-${id}-${causationId}`,
          data: { id, correlationId: null, causationId },
        })),
    );
    this.looksOf = looksOf;
  }

  /** What the job knows its deposit by; null for a journal that is nobody's deposit. */
  private async depositOf({ id, journalKey }: ListedJournal): Promise<string | null> {
    return journalKey ?? (await matchedDeposit(this.parts.store, id));
  }
}
