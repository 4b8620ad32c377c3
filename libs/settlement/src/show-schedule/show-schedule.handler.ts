import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Schedule, isSameSchedule } from '../schedule/schedule.js';
import { LedgerStore } from '../ledger/ledger-store.js';

/** Returns the schedule of the open period, and the next one if it differs. */
export class ShowSchedule extends Command<{
  readonly schedule: Schedule;
  readonly next: Schedule | null;
}> {
  constructor(readonly partnerId: string) {
    super();
  }
}

@CommandHandler(ShowSchedule)
export class ShowScheduleHandler implements ICommandHandler<ShowSchedule> {
  constructor(private readonly ledgers: LedgerStore) {}

  async execute({ partnerId }: ShowSchedule) {
    const { open, nextSchedule } = (await this.ledgers.load(partnerId)).state;
    const { schedule } = open;
    const isDifferent = nextSchedule !== null && !isSameSchedule(nextSchedule, schedule);
    return { schedule, next: isDifferent ? nextSchedule : null };
  }
}
