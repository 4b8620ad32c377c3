import { randomUUID } from 'node:crypto';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { streamName } from '#kernel/event-store/stream.js';
import { parseScheduledJobKey } from '#jobs/job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { FeatureRegistration } from '#jobs/feature-registration.js';
import type { Queues } from '#jobs/queues.js';
import type { JobSchedule } from '#jobs/job-schedule.js';
import type { ReadStore } from '#read-models/read-store.js';
import { type Refused, conflict, notFound } from '#kernel/refused.js';
import { attentionCounts } from '#jobs/attention-counts.js';
import type { AttentionEntry } from './attention-entry.js';
import { type Candidate, LISTED_MAX, openEffects } from '#jobs/candidates.js';
import {
  type CloseRequest,
  type LookUpParts,
  type ManualClosure,
  type Resolver,
  adviceOn,
  closingView,
} from './resolver.js';
import { effectEntry } from './effect-entry.js';
import { type Finding, openFindings } from './finding.js';
import type { Failure, Failures } from '#jobs/failures.js';
import { stuckModels } from './stuck-models.js';

export type AttentionParts = {
  readonly log: EventLog;
  readonly readStore: ReadStore;
  readonly jobSchedule: Pick<JobSchedule, 'pages'>;
  readonly failures: Pick<Failures, 'all' | 'forget'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly part: Pick<FeatureRegistration, 'jobs' | 'policies'>;
  readonly resolvers: readonly Resolver[];
  readonly findings: readonly Finding[];
  readonly providers: LookUpParts;
};

const nothingWaits = (id: string): Refused =>
  notFound(
    'nothing_waits',
    `Nothing waits under ${id}: take an id of what needs attention, as attention list shows them`,
  );

/** Ids of entries without a job. */
const WITHOUT_JOB_ID = /^(event|read-model|finding)-/;

/** Whether the list also contains failing entries. */
export type ListOptions = { readonly failing: boolean };

/**
 * Lists stuck objects with reason and age. The list comes from the job schedule and the streams,
 * which survive a wiped Redis, from the records of failed jobs, which the next attempts write
 * again, and from the findings of checks. Nothing is stored here: an entry disappears with its
 * cause. A closure is an event of the object's stream. An entry cannot be closed while the
 * provider's response decides, or if closing would move money that no ledger records.
 */
export class Attention {
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private readonly closings: ReadonlyMap<string, ManualClosure>;

  constructor(private readonly parts: AttentionParts) {
    const closings = parts.resolvers.flatMap((each) => each.closings);
    this.closings = new Map(closings.map((each) => [each.job, each]));
    this.jobs = new Map(parts.part.jobs.map((job) => [job.name, job]));
  }

  /**
   * Returns urgent entries first, then the oldest, and of the same hour the largest amount; at most
   * 500. Failing entries come last. @throws the error of the log or Redis.
   */
  async list(
    now: Date,
    also: ListOptions = { failing: false },
  ): Promise<readonly AttentionEntry[]> {
    const failures = await this.parts.failures.all();
    const { jobSchedule, part } = this.parts;
    const { stuck, failing } = await openEffects(jobSchedule, part.jobs, failures, now.getTime());
    const candidates = also.failing ? [...stuck, ...failing] : stuck;
    const effects = await Promise.all(
      candidates
        .slice(0, LISTED_MAX)
        .map((each) => this.describe(each, failures.get(each.member) ?? null)),
    );
    const entries = [...effects, ...(await this.besideWork(now))];
    return entries.sort(byUrgency).slice(0, LISTED_MAX);
  }

  /** Returns the number of entries without reading their streams. @throws the error of Redis. */
  async count(now: Date): Promise<{ readonly stuck: number; readonly failing: number }> {
    const { jobs } = this.parts.part;
    const counts = await attentionCounts({ ...this.parts, jobs }, now);
    const found = (await this.found(now)).length;
    const stuck = counts.stuckEffects + counts.quarantinedEvents + counts.refusedModels + found;
    return { stuck, failing: counts.failing };
  }

  /**
   * Enqueues the job of an entry now, by the entry's id or the id of its object, which need not be
   * listed yet. A job that may run at any time needs no open entry. Returns the enqueued jobs and
   * read models.
   * @throws {Refused} `nothing_waits`, or `cannot_be_retried` with the alternative.
   */
  async retry(id: string, now: Date): Promise<readonly string[]> {
    const { log, queues, readStore } = this.parts;
    const found = (await this.found(now)).find((each) => each.id === id);
    if (found !== undefined) throw conflict('cannot_be_retried', found.closing.inWords);
    const stuck = await stuckModels(readStore, log);
    const models = stuck.flatMap((each) =>
      [each.id, each.subjectId].includes(id) ? each.models : [],
    );
    if (models.length > 0) await readStore.requestRebuild();
    const waiting = await this.waitingUnder(id, now);
    const isFree = this.jobs.get(parseScheduledJobKey(id).jobName)?.anyTime === true;
    if (waiting.length === 0 && isFree && (await this.isRecorded(id))) waiting.push(id);
    await queues.add(waiting.flatMap((member) => this.jobFor(member)));
    if (waiting.length === 0 && models.length === 0) throw nothingWaits(id);
    return [...waiting, ...new Set(models)];
  }

  /** Returns whether the log has events of an object, by an entry's id or the object's id. */
  async isRecorded(id: string): Promise<boolean> {
    const categories = new Set(this.jobsOf(id).map(({ category }) => category));
    for (const category of categories) if (await this.hasEvents(category, id)) return true;
    return false;
  }

  /**
   * Returns the provider's present view of an entry, by the entry's id or the id of its object;
   * null if no provider knows such objects. @throws {Refused} `nothing_waits`, and the error of the
   * provider's adapter.
   */
  async lookUp(id: string, correlationId: string, now: Date): Promise<string | null> {
    const { resolvers, providers } = this.parts;
    const { id: subjectId } = parseScheduledJobKey(id);
    const waits = id.includes('/') && (await this.waitingUnder(id, now)).length > 0;
    const categories = new Set(this.jobsOf(id).map(({ category }) => category));
    for (const { category, lookUp } of resolvers)
      if (lookUp !== undefined && categories.has(category))
        if (waits || (await this.hasEvents(category, id)))
          return lookUp(providers, subjectId, correlationId);
    const isKnown =
      waits ||
      (await this.isRecorded(id)) ||
      (await this.besideWork(now)).some((each) => each.id === id);
    if (!isKnown) throw nothingWaits(id);
    return null;
  }

  /** Returns the job of an entry's id, or all jobs for the id of an object. */
  private jobsOf(id: string): readonly JobKind[] {
    if (!id.includes('/')) return [...this.jobs.values()];
    const job = this.jobs.get(parseScheduledJobKey(id).jobName);
    return job === undefined ? [] : [job];
  }

  private async hasEvents(category: string, id: string): Promise<boolean> {
    const name = streamName({ category }, parseScheduledJobKey(id).id);
    return (await this.parts.log.read(name)).length > 0;
  }

  /**
   * Closes the object of an entry, by the entry's id. Returns the effect in words.
   * @throws {Refused} `nothing_waits`, or `cannot_be_closed` with the alternative.
   */
  async close(id: string, request: CloseRequest, now: Date): Promise<string> {
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const closing = this.closings.get(jobName);
    if (!this.jobs.has(jobName) && !WITHOUT_JOB_ID.test(id)) throw nothingWaits(id);
    const found = (await this.found(now)).find((each) => each.id === id);
    const { inWords } = found?.closing ?? closingView(closing);
    if (closing === undefined || closing.close === null)
      throw conflict('cannot_be_closed', inWords);
    await closing.close(this.parts.providers.store, subjectId, request);
    await this.parts.failures.forget(jobName, subjectId);
    return inWords;
  }

  /** Entries that no job can advance. */
  private async besideWork(now: Date): Promise<readonly AttentionEntry[]> {
    const { log, readStore } = this.parts;
    return [...(await stuckModels(readStore, log)), ...(await this.found(now))];
  }

  private found(now: Date) {
    const { providers, findings } = this.parts;
    return openFindings(providers.store, findings, now);
  }

  private jobFor(member: string) {
    const { jobName, id } = parseScheduledJobKey(member);
    const job = this.jobs.get(jobName);
    if (job === undefined) return [];
    const data = { id, correlationId: null, causationId: 'attention' };
    return [{ job, jobId: `${jobName}-${id}-asked-${randomUUID()}`, data }];
  }

  /** Returns keys of due and failed jobs, by key or by the id of their object. */
  private async waitingUnder(id: string, now: Date): Promise<string[]> {
    const { failures, jobSchedule } = this.parts;
    const members = new Set((await failures.all()).keys());
    for await (const page of jobSchedule.pages(now.getTime()))
      for (const { member } of page) members.add(member);
    return [...members].filter(
      (member) =>
        this.jobFor(member).length > 0 && [member, parseScheduledJobKey(member).id].includes(id),
    );
  }

  private async describe(candidate: Candidate, failure: Failure | null): Promise<AttentionEntry> {
    const { log, part, providers } = this.parts;
    const { jobName, id } = parseScheduledJobKey(candidate.member);
    const job = this.jobs.get(jobName);
    const about = job?.category ?? jobName;
    const urgent = job?.isUrgent === true;
    const events = await log.read(streamName({ category: about }, id));
    const policy = part.policies.find(({ category }) => category === about);
    const advice = await adviceOn(providers.store, this.closings.get(jobName), id);
    return effectEntry(candidate, { about, failure, events, policy, advice, urgent });
  }
}

/** Returns the hour of an entry, ISO 8601 UTC. Entries of one hour count as equally old. */
const hourOf = ({ since }: AttentionEntry): string => since.slice(0, 13);

const amountOf = ({ amount }: AttentionEntry): number => (amount === null ? -1 : Number(amount));

const byUrgency = (a: AttentionEntry, b: AttentionEntry): number => {
  if (a.urgent !== b.urgent) return a.urgent ? -1 : 1;
  if (a.state !== b.state) return a.state === 'stuck' ? -1 : 1;
  if (hourOf(a) !== hourOf(b)) return hourOf(a) < hourOf(b) ? -1 : 1;
  if (amountOf(a) !== amountOf(b)) return amountOf(b) - amountOf(a);
  return a.since < b.since ? -1 : 1;
};
