import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { type EventLog, EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Logger } from '#kernel/logger.js';
import { BROKER, EVENT_LOG, LOGGER } from '#kernel/tokens.js';
import { Rows } from '#read-models/rows.js';
import type { BrokerCheck, ClosingPeriod } from '#settlement/close-period/broker-check.js';
import type { AtBroker } from '#settlement/ledger/period.decide.js';
import { LoggedRecords } from '../import/logged-records.js';
import { runCause } from '../reconciliation/cause.js';
import { finishClosing } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';
import { type Reconciled, reconcile } from '../run/reconcile.js';
import type { Window } from '../run/window.js';
import { NIGHTLY_LINES_MAX } from '../schedule-runs/next-run.js';

/** Lists that lack more journals are unusable. A partner waits for the invoice. */
const CLOSING_LOOK_UPS_MAX = 20;

/** Compares the deposits of a period with the broker's journals of its days, before it closes. */
@Injectable()
export class PeriodAtBroker implements BrokerCheck {
  constructor(
    readonly store: EventStore,
    @Inject(EVENT_LOG) readonly log: EventLog,
    @Inject(BROKER) readonly broker: Pick<Broker, 'changes' | 'listOrders'>,
    @Inject(Rows) readonly rows: Pick<Rows, 'find' | 'snapshot'>,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}

  /** An unavailable broker delays no period: the nightly run compares the deposits. */
  async compare({ depositIds, periodId }: ClosingPeriod): Promise<AtBroker> {
    const { size } = depositIds;
    const notCompared = { compared: 0, differences: 0, notCompared: size };
    if (size === 0 || size > NIGHTLY_LINES_MAX) return notCompared;
    const reconciled = await this.reconciled(await this.windowOf(depositIds));
    if (reconciled === null) return notCompared;
    const { comparison, thirdParty: _, ...result } = reconciled;
    const [unreadable] = comparison.logged.unreadable.values();
    if (unreadable !== undefined) throw new Error(unreadable.what);
    if (comparison.records.unlisted.length > 0 || result.notCompared > 0) return notCompared;
    const finished = finishClosing({ ...result, kind: 'closing', subjects: new Set() });
    const cause = runCause(`${periodId} ${result.at}`);
    await this.store.transact(reconciliations, RECONCILIATION, finished, cause);
    return { compared: size, differences: result.differences.length, notCompared: 0 };
  }

  /** Null if the broker or the comparison fails. */
  private async reconciled(window: Window): Promise<Reconciled | null> {
    try {
      return await reconcile(this, window);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      this.logger.warn({ err: error }, 'failed to compare a period with the broker');
      return null;
    }
  }

  /** From the first request to the last change of the deposits. */
  private async windowOf(deposits: ReadonlySet<string>): Promise<Window> {
    const logged = new LoggedRecords(this.log, this.store);
    await eachOf(deposits, (id) => logged.deposit(id));
    const times = [...logged.deposits.values()].flatMap(({ state, changedAt }) => [
      state.requestedAt,
      changedAt,
    ]);
    const [from = '', until = from] = [times.toSorted()[0], times.toSorted().at(-1)];
    return {
      ...{ kind: 'closing', span: { from, until }, countedFrom: until, logFrom: null },
      ...{ known: [], deposits, lookUpsMax: CLOSING_LOOK_UPS_MAX, linesMax: NIGHTLY_LINES_MAX },
    };
  }
}
