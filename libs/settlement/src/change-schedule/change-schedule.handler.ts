import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import type { Decide } from '../book/book.state.js';
import { BookStore } from '../book/book-store.js';
import { changeSchedule } from '../book/period.decide.js';
import { readSchedule } from '../schedule/read-schedule.js';
import { ChangeSchedule } from './change-schedule.command.js';

@CommandHandler(ChangeSchedule)
export class ChangeScheduleHandler implements ICommandHandler<ChangeSchedule> {
  constructor(private readonly books: BookStore) {}

  async execute({ partnerId, input, by }: ChangeSchedule) {
    const schedule = readSchedule(input);
    const cause = operatorCause(partnerId, by);
    const decide = changeSchedule(schedule, new Date());
    // As it was decided on: by now a later period may be the open one.
    let answer = { fromPeriod: 0, openUntil: '' };
    const decision: Decide = (book) => {
      const events = decide(book);
      const { open, nextSchedule } = book;
      const isOfOpen = events.length === 0 && nextSchedule === null;
      answer = { fromPeriod: isOfOpen ? open.number : open.number + 1, openUntil: open.cutOffAt };
      return events;
    };
    await this.books.transact(partnerId, decision, cause);
    return { schedule, ...answer };
  }
}
