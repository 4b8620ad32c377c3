import { Command } from '@nestjs/cqrs';
import type { Schedule } from '../schedule/schedule.js';

/** By which schedule the open period ends, and by which those after it, when that is another. */
export class ShowSchedule extends Command<{
  readonly schedule: Schedule;
  readonly next: Schedule | null;
}> {
  constructor(readonly partnerId: string) {
    super();
  }
}
