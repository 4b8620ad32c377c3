import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookStore } from '../book/book-store.js';
import { ShowSchedule } from './show-schedule.command.js';

@CommandHandler(ShowSchedule)
export class ShowScheduleHandler implements ICommandHandler<ShowSchedule> {
  constructor(private readonly books: BookStore) {}

  async execute({ partnerId }: ShowSchedule) {
    const { open, nextSchedule } = (await this.books.load(partnerId)).state;
    return { schedule: open.schedule, next: nextSchedule };
  }
}
