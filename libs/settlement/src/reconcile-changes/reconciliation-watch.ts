import { accountOwner } from '#onboarding';
import type { Broker } from '#platform/broker/broker.js';
import type { Logger } from '#platform/core/logger.js';
import { repeatUntilAborted } from '#platform/core/repeat.js';
import { RECONCILE_POLL_MS, RECONCILE_RETRY_AFTER_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import type { Queues } from '#platform/jobs/queues.js';
import { runCause } from '../reconciliation/reconciliation-cause.js';
import { type RunResult, finishRun } from '../reconciliation/reconciliation.decide.js';
import {
  type Reconciliation,
  RECONCILIATION,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { nextRun } from './next-run.js';
import { jobsFor } from './put-right.js';
import { reconcileChanges } from './reconcile-changes.js';

type Parts = {
  readonly log: EventLog;
  readonly store: EventStore;
  readonly reader: SettlementReader;
  readonly rows: Pick<Rows, 'find'>;
  readonly broker: Pick<Broker, 'changes'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly logger: Logger;
  readonly clock?: () => Date;
  readonly secondLookAfterMs?: number;
};

/**
 * Has what changed compared every hour, the whole of yesterday every night, and at once when a
 * person asks for it. Where to go on stands in the log; of two that do the same one is recorded. Jobs
 * put right what they can of it.
 */
export class ReconciliationWatch {
  private restUntilMs = 0;

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: RECONCILE_POLL_MS, logger: this.parts.logger };
    await repeatUntilAborted({ ...repeated, failed: 'reconciliation failed' }, async () => {
      if (performance.now() < this.restUntilMs) return;
      try {
        await this.look();
      } catch (error) {
        this.restUntilMs = performance.now() + RECONCILE_RETRY_AFTER_MS;
        throw error;
      }
    });
  }

  /** One run, if one is due. */
  async look(): Promise<void> {
    const { store, log, logger, clock = () => new Date() } = this.parts;
    const begun = await store.load(reconciliations, RECONCILIATION);
    const plan = await nextRun(begun, clock(), () => log.head());
    if (plan === null) return;
    const result = await reconcileChanges(this.parts, plan, clock);
    const state = await this.record(result, begun);
    if (state === null) {
      logger.info({ kind: plan.kind }, 'reconciliation done twice, or overtaken');
      return;
    }
    const { kind, calls, tookMs, notCompared, differences } = result;
    const found = differences.length;
    const details = { kind, calls, tookMs, notCompared, differences: found };
    if (found > 0) logger.warn(details, 'reconciliation found differences');
    else logger.info(details, 'reconciliation found no difference');
    await this.putRight(state);
  }

  /**
   * Null when another leader was faster, a person asked for a run while this one was under way, or a
   * closing found what this one may have looked at too early: the next look is soon. What people dismiss
   * meanwhile costs no run.
   */
  private async record(result: RunResult, begun: Reconciliation): Promise<Reconciliation | null> {
    const { store } = this.parts;
    const isAsBegun = ({ count, requestedAt, differences }: Reconciliation) =>
      count === begun.count &&
      requestedAt === begun.requestedAt &&
      [...differences].every(
        ([id, { openedAt }]) => begun.differences.get(id)?.openedAt === openedAt,
      );
    const finish = finishRun(result);
    const decision: typeof finish = (state) => (isAsBegun(state) ? finish(state) : []);
    const cause = runCause(result.at);
    const { events, state } = await store.transact(
      reconciliations,
      RECONCILIATION,
      decision,
      cause,
    );
    return events.length === 0 ? null : state;
  }

  private async putRight(state: Reconciliation): Promise<void> {
    const { store, queues, logger } = this.parts;
    try {
      const ownerOf = (accountId: string) => accountOwner(store, accountId);
      await queues.add(await jobsFor(openDifferences(state), `${state.count}`, ownerOf));
    } catch (error) {
      logger.warn({ err: error }, 'what differs is put right after the next run');
    }
  }
}
