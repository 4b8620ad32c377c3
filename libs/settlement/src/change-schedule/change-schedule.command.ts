import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { ScheduleInput } from '../schedule/read-schedule.js';
import type { Schedule } from '../schedule/schedule.js';

/** From the next period on. Answers the schedule, and when the open period ends by its own. */
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
