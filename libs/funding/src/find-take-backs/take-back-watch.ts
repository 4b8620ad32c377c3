import type { Broker } from '#platform/broker/broker.js';
import type { Logger } from '#platform/core/logger.js';
import { repeatUntilAborted } from '#platform/core/repeat.js';
import { UNDONE_JOURNALS_BACK_MS, UNDONE_JOURNALS_POLL_MS } from '#platform/core/timing.js';
import type { Queues } from '#platform/jobs/queues.js';
import { adjustDeposit } from '../adjust-deposit/adjust-deposit.job.js';

type Parts = { readonly broker: Broker; readonly queues: Queues; readonly logger: Logger };

/**
 * Finds the credits that the broker took back without our hearing of it: a completed deposit is not
 * looked at one by one any more, and an event may be lost. One question for all, however many
 * deposits there are; what it finds is a nudge to look at the one deposit.
 */
export class TakeBackWatch {
  private known: ReadonlySet<string> = new Set();

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: UNDONE_JOURNALS_POLL_MS, logger: this.parts.logger };
    await repeatUntilAborted({ ...repeated, failed: 'take-backs were not looked for' }, () =>
      this.look(new Date()),
    );
  }

  /** Nudges each journal once for each word of the broker about it; after a restart once more. */
  async look(now: Date): Promise<void> {
    const { broker, queues } = this.parts;
    const causationId = `take-backs-${Math.floor(now.getTime() / UNDONE_JOURNALS_POLL_MS)}`;
    const reversals = await broker.listReversals(
      new Date(now.getTime() - UNDONE_JOURNALS_BACK_MS),
      causationId,
    );
    const nudges = reversals.flatMap(({ id: journalId, status, journalKey }) =>
      journalKey === null ? [] : [{ word: `${journalId}:${status}`, id: journalKey }],
    );
    await queues.add(
      nudges
        .filter(({ word }) => !this.known.has(word))
        .map(({ id }) => ({
          job: adjustDeposit,
          jobId: `${adjustDeposit.name}-${id}-${causationId}`,
          data: { id, correlationId: null, causationId },
        })),
    );
    this.known = new Set(nudges.map(({ word }) => word));
  }
}
