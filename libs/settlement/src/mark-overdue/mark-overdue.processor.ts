import { Injectable } from '@nestjs/common';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BookStore } from '../book/book-store.js';
import { markOverdue as decideOverdue } from '../book/period.decide.js';
import { parsePeriodJobId } from '../book/period-job-id.js';
import { markOverdue } from './mark-overdue.job.js';

@Injectable()
export class MarkOverdueProcessor implements Processor {
  readonly job = markOverdue;

  constructor(private readonly books: BookStore) {}

  async process(data: JobData): Promise<void> {
    const { partnerId, number } = parsePeriodJobId(data.id);
    const decision = decideOverdue(number, new Date());
    await this.books.transact(partnerId, decision, workerCause(partnerId, data));
  }
}
