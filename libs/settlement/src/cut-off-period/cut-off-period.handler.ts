import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { BookStore } from '../book/book-store.js';
import { cutOff, cutOffOf } from '../book/period.decide.js';
import { CutOffPeriod } from './cut-off-period.command.js';

@CommandHandler(CutOffPeriod)
export class CutOffPeriodHandler implements ICommandHandler<CutOffPeriod> {
  constructor(private readonly books: BookStore) {}

  async execute({ partnerId, periodId, by }: CutOffPeriod) {
    const cause = operatorCause(partnerId, by);
    const now = new Date();
    const decision = periodId === null ? cutOff('operator', now) : cutOffOf(periodId, now);
    const { events } = await this.books.transact(partnerId, decision, cause);
    const [reached] = events;
    if (reached?.type !== 'SettlementCutOffReached') throw new Error('Nothing was cut off');
    return { id: reached.data.periodId };
  }
}
