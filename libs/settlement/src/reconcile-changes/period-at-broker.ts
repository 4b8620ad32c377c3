import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import type { Span } from '#platform/broker/broker-changes.js';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { pause } from '#platform/core/pause.js';
import { AUDIT_SECOND_LOOK_AFTER_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { BROKER, EVENT_LOG } from '#platform/platform.module.js';
import type { AtBroker } from '../book/period.decide.js';
import {
  comparePeriodJournals,
  spanOf,
  strayJournals,
} from '../reconcile/compare-period-journals.js';
import { isSameDifference } from '../reconcile/difference.js';
import { runCause } from '../reconciliation/reconciliation-cause.js';
import { finishClosing } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';
import type { PartnerBooks } from '../reconcile/partner-books.js';
import { NIGHTLY_LINES_MAX } from './next-run.js';
import { SomeBooks } from './some-books.js';

export type ClosingPeriod = {
  readonly partnerId: string;
  readonly periodId: string;
  readonly depositIds: ReadonlySet<string>;
};

/**
 * Compares the deposits of a period that is about to close with the broker's journals of its days,
 * and records what differs for people to work on.
 */
@Injectable()
export class PeriodAtBroker {
  secondLookAfterMs: number = AUDIT_SECOND_LOOK_AFTER_MS;

  constructor(
    private readonly store: EventStore,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(BROKER) private readonly broker: Pick<Broker, 'changes'>,
  ) {}

  /** What cannot be compared is left to the night: a broker that is down holds no period open. */
  async compare(period: ClosingPeriod): Promise<AtBroker> {
    const { size } = period.depositIds;
    const notCompared = { compared: 0, differences: 0, notCompared: size };
    if (size === 0 || size > NIGHTLY_LINES_MAX) return notCompared;
    const begun = new Date();
    const changes = this.broker.changes();
    const first = await this.look(period, changes);
    if (first === null) return notCompared;
    let { differences } = first;
    if (differences.length > 0) {
      await pause(this.secondLookAfterMs);
      const second = await this.look(period, changes);
      if (second === null) return notCompared;
      differences = second.differences.filter((one) =>
        first.differences.some((other) => isSameDifference(one, other)),
      );
    }
    const at = new Date();
    const finished = finishClosing({
      ...{ kind: 'closing', ...first.span, logFrom: null, logUntil: null },
      ...{ tookMs: at.getTime() - begun.getTime(), at: at.toISOString(), calls: changes.calls },
      compared: { deposits: size, journals: 0, orders: 0, accounts: 0, periods: 0 },
      ...{ foreign: 0, unreadable: 0, notCompared: 0, differences },
      // Journals of later days are not seen here, so a run closes what is no difference any more.
      subjects: new Set(),
    });
    const cause = runCause(`${period.periodId} ${at.toISOString()}`);
    await this.store.transact(reconciliations, RECONCILIATION, finished, cause);
    return { compared: size, differences: differences.length, notCompared: 0 };
  }

  /** Null when the broker does not say enough. */
  private async look(
    { partnerId, periodId, depositIds }: ClosingPeriod,
    changes: ReturnType<Broker['changes']>,
  ) {
    const books = new SomeBooks(this.log, this.store);
    const mine = (await books.ofPartners(depositIds, [partnerId])).get(partnerId)!;
    const [unreadable] = books.unreadable.differences;
    if (unreadable !== undefined) throw new Error(unreadable.what);
    const span = spanOf(mine, periodId);
    const journals = await journalsOf(changes, span, mine).catch(() => null);
    if (journals === null) return null;
    const accounts = await books.accountsOf(strayJournals(journals, mine));
    return { span, differences: comparePeriodJournals(journals, mine, periodId, accounts) };
  }
}

/** Where a list lacks more it is itself at fault, and runs ask: a partner waits for its invoice. */
const LOOK_UPS_MAX = 20;

/** Those of the days, and by their ids those of deposits that the list lacks, for it may have them unreadable. */
const journalsOf = async (
  changes: ReturnType<Broker['changes']>,
  span: Span,
  { deposits }: PartnerBooks,
): Promise<readonly ListedJournal[] | null> => {
  const { journals, isWhole } = await changes.journalsOfDays(span);
  const listed = new Set(journals.map(({ id }) => id));
  const lacking = [...deposits.values()].flatMap(({ deposit: { journalId } }) =>
    journalId === null || listed.has(journalId) ? [] : journalId,
  );
  if (!isWhole || lacking.length > LOOK_UPS_MAX) return null;
  const found: (ListedJournal | null)[] = [...journals];
  for (const id of lacking) found.push(await changes.journal(id));
  return found.filter((journal) => journal !== null);
};
