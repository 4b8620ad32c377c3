import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { BookStore } from '../book/book-store.js';
import { cutOff } from '../book/period.decide.js';
import { CutOffPeriod } from './cut-off-period.command.js';

@CommandHandler(CutOffPeriod)
export class CutOffPeriodHandler implements ICommandHandler<CutOffPeriod> {
  constructor(private readonly books: BookStore) {}

  async execute({ partnerId, by }: CutOffPeriod) {
    const cause = operatorCause(partnerId, by);
    const { events } = await this.books.transact(partnerId, cutOff('operator', new Date()), cause);
    const [reached] = events;
    if (reached?.type !== 'SettlementCutOffReached') throw new Error('Nothing was cut off');
    return { id: reached.data.periodId };
  }
}
