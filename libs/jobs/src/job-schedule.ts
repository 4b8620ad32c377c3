import { ownValue } from '#kernel/own-value.js';
import { sql } from 'kysely';
import type { Reading, ReadStore } from '#read-models/read-store.js';
import type { Tables } from '#read-models/sql-engine.js';
import { NotReady } from '#read-models/table-reader.js';
import type { ColumnType } from '#kernel/projection/table.js';
import { scheduleTable } from './job-schedule.projection.js';

export type ScheduledJob = {
  readonly partnerId: string;
  /** Result of `scheduledJobKey`. */
  readonly member: string;
  readonly atMs: number;
};

/** Returns the key of a scheduled job. Names of jobs are free of slashes. */
export const scheduledJobKey = (jobName: string, id: string): string => `${jobName}/${id}`;

export const parseScheduledJobKey = (member: string): { jobName: string; id: string } => {
  const slash = member.indexOf('/');
  return { jobName: member.slice(0, slash), id: member.slice(slash + 1) };
};

const PAGE = 1_000;
/** Earliest time that both databases accept, before every scheduled time. */
const LONG_AGO_MS = 0;

type Row = Tables[string];

/** Scheduled jobs of all partners. */
export class JobSchedule {
  constructor(private readonly store: Pick<ReadStore, 'engine' | 'read'>) {}

  /**
   * Returns the jobs that became due after `afterMs` and by `untilMs`, in pages of at most 1 000,
   * the longest overdue first. A job stays due until an event cancels or reschedules it. Empty
   * while the read model is built for the first time.
   */
  async *pages(untilMs: number, afterMs = LONG_AGO_MS): AsyncGenerator<readonly ScheduledJob[]> {
    for (let last: Row | null = null; ;) {
      const rows = await this.page(untilMs, afterMs, last);
      if (rows.length > 0) yield rows.map((row) => this.entryOf(row));
      if (rows.length < PAGE) return;
      last = rows.at(-1) ?? null;
    }
  }

  private page(untilMs: number, afterMs: number, last: Row | null): Promise<readonly Row[]> {
    return this.rows((entries) => {
      const due = entries
        .where('at', '<=', this.moment(untilMs))
        .orderBy('at')
        .orderBy('partner_id')
        .orderBy('job_name')
        .orderBy('subject')
        .limit(PAGE);
      return last === null
        ? due.where('at', '>', this.moment(afterMs))
        : due.where(
            sql<boolean>`(at, partner_id, job_name, subject) > (${last['at']}, ${last['partner_id']}, ${last['job_name']}, ${last['subject']})`,
          );
    });
  }

  /** Returns no rows while the read model is built for the first time. */
  private async rows(narrowed: (entries: Entries) => Entries): Promise<readonly Row[]> {
    try {
      return await this.store.read((reading) => narrowed(entriesIn(reading)).execute());
    } catch (error) {
      if (error instanceof NotReady) return [];
      throw error;
    }
  }

  private moment(ms: number): unknown {
    return this.store.engine.dialect.encode(
      'time',
      new Date(Math.max(LONG_AGO_MS, ms)).toISOString(),
    );
  }

  private entryOf(row: Row): ScheduledJob {
    const text = (name: string, type: ColumnType) =>
      String(this.store.engine.dialect.decode(type, ownValue(row, name)));
    return {
      partnerId: text('partner_id', 'uuid'),
      member: scheduledJobKey(text('job_name', 'text'), text('subject', 'text')),
      atMs: Date.parse(text('at', 'time')),
    };
  }
}

const entriesIn = ({ db, nameOf }: Reading) =>
  db.selectFrom(nameOf(scheduleTable)).select(['at', 'partner_id', 'job_name', 'subject']);

type Entries = ReturnType<typeof entriesIn>;
