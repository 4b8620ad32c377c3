import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operatorCause } from '#platform/event-store/operator-cause.js';
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
    await this.books.transact(partnerId, changeSchedule(schedule, new Date()), cause);
    const { open } = (await this.books.load(partnerId)).state;
    return { schedule, fromPeriod: open.number + 1, openUntil: open.cutOffAt };
  }
}
