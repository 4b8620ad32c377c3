import { Injectable } from '@nestjs/common';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BookStore } from '../book/book-store.js';
import { cutOff } from '../book/period.decide.js';
import { cutOffPeriod } from './cut-off-period.job.js';

/** However many workers come at once, late or again: the book lets one end the period, once. */
@Injectable()
export class CutOffPeriodProcessor implements Processor {
  readonly job = cutOffPeriod;

  constructor(private readonly books: BookStore) {}

  async process(data: JobData): Promise<void> {
    const decision = cutOff('schedule', new Date());
    await this.books.transact(data.id, decision, workerCause(data.id, data));
  }
}
