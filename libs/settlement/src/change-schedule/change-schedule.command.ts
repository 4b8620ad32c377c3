import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { ScheduleInput } from '../schedule/read-schedule.js';
import type { Schedule } from '../schedule/schedule.js';

/** From the next period on, unless it is that of the open one. Answers from which, and when the open one ends. */
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
