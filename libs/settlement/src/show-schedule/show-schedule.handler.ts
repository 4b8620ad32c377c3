import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookStore } from '../book/book-store.js';
import { isSameSchedule } from '../schedule/schedule.js';
import { ShowSchedule } from './show-schedule.command.js';

@CommandHandler(ShowSchedule)
export class ShowScheduleHandler implements ICommandHandler<ShowSchedule> {
  constructor(private readonly books: BookStore) {}

  async execute({ partnerId }: ShowSchedule) {
    const { open, nextSchedule } = (await this.books.load(partnerId)).state;
    const { schedule } = open;
    const isOther = nextSchedule !== null && !isSameSchedule(nextSchedule, schedule);
    return { schedule, next: isOther ? nextSchedule : null };
  }
}
