import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { type ScheduleInput, readSchedule } from '../schedule/read-schedule.js';
import type { Schedule } from '../schedule/schedule.js';
import type { Decide } from '../ledger/ledger.state.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { changeSchedule } from '../ledger/period.decide.js';

/**
 * Changes the schedule from the next period on. A schedule equal to the current one changes
 * nothing. Returns the number of the first period of the schedule, and the end of the open period.
 */
export class ChangeSchedule extends Command<{
  readonly schedule: Schedule;
  readonly fromPeriod: number;
  readonly openUntil: string;
}> {
  constructor(
    readonly partnerId: string,
    readonly input: ScheduleInput,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(ChangeSchedule)
export class ChangeScheduleHandler implements ICommandHandler<ChangeSchedule> {
  constructor(private readonly ledgers: LedgerStore) {}

  async execute({ partnerId, input, by }: ChangeSchedule) {
    const schedule = readSchedule(input);
    const cause = operatorCause(partnerId, by);
    const decide = changeSchedule(schedule, new Date());
    // Uses the state of the decision, because a later period may be open by now.
    let result = { fromPeriod: 0, openUntil: '' };
    const decision: Decide = (ledger) => {
      const events = decide(ledger);
      const { open, nextSchedule } = ledger;
      const isOfOpen = events.length === 0 && nextSchedule === null;
      result = { fromPeriod: isOfOpen ? open.number : open.number + 1, openUntil: open.cutOffAt };
      return events;
    };
    await this.ledgers.transact(partnerId, decision, cause);
    return { schedule, ...result };
  }
}
