import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { cutOff, cutOffOf } from '../ledger/period.decide.js';

/** Ends the open period now, independently of the schedule. Returns the id of the period. */
export class CutOffPeriod extends Command<{ readonly id: string }> {
  constructor(
    readonly partnerId: string,
    /**
     * The period to end. Null ends the open period, so do not repeat it: the repeat would end the
     * next period.
     */
    readonly periodId: string | null,
    /** The operator, as recorded in the log. Default: the command line. */
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(CutOffPeriod)
export class CutOffPeriodHandler implements ICommandHandler<CutOffPeriod> {
  constructor(private readonly ledgers: LedgerStore) {}

  async execute({ partnerId, periodId, by }: CutOffPeriod) {
    const cause = operatorCause(partnerId, by);
    const now = new Date();
    const decision = periodId === null ? cutOff('operator', now) : cutOffOf(periodId, now);
    const { events } = await this.ledgers.transact(partnerId, decision, cause);
    const [reached] = events;
    if (reached?.type !== 'SettlementCutOffReached') throw new Error('The period was not cut off');
    return { id: reached.data.periodId };
  }
}
