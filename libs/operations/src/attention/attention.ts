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
import { type Candidate, LISTED_MAX, failingBeside, stuckEffects } from '#jobs/candidates.js';
import { type CloseRequest, type ManualClosure, adviceOn, closingView } from './manual-closure.js';
import { effectEntry } from './effect-entry.js';
import { type Finding, openFindings } from './finding.js';
import type { Failure, Failures } from '#jobs/failures.js';
import type { LookUp, LookUpParts } from './look-up.js';
import { stuckModels } from './stuck-models.js';

export type AttentionParts = {
  readonly log: EventLog;
  readonly readStore: ReadStore;
  readonly jobSchedule: Pick<JobSchedule, 'pages'>;
  readonly failures: Pick<Failures, 'all' | 'forget'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly part: Pick<FeatureRegistration, 'jobs' | 'policies'>;
  readonly lookUps: readonly LookUp[];
  readonly closings: readonly ManualClosure[];
  readonly findings: readonly Finding[];
  readonly providers: LookUpParts;
};

/** There is nothing open under this id. */
const nothingWaits = (id: string): Refused =>
  notFound(
    'nothing_waits',
    `Nothing waits under ${id}: take an id of what needs attention, as attention list shows them`,
  );

/** Ids of entries that are no work that waits. */
const NO_EFFECT = /^(event|read-model|finding)-/;

/** Entries of the list in addition to stuck ones. */
export type ListOptions = { readonly failing: boolean };

/**
 * Lists stuck objects with reason and age. It reads the job schedule and the streams, which a wiped
 * Redis does not affect, the records of failed jobs, which the next tries write again, and the
 * findings of checks. An entry ends with its cause; nothing is stored here. Closing an entry is an
 * event of its stream. It is possible only where a provider has the last word, or money would be
 * moved that no ledger knows.
 */
export class Attention {
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private readonly closings: ReadonlyMap<string, ManualClosure>;

  constructor(private readonly parts: AttentionParts) {
    this.closings = new Map(parts.closings.map((each) => [each.job, each]));
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
    const candidates = await this.stuck(failures, now);
    if (also.failing) candidates.push(...failingBeside(candidates, failures));
    const effects = await Promise.all(
      candidates
        .slice(0, LISTED_MAX)
        .map((each) => this.describe(each, failures.get(each.member) ?? null)),
    );
    const entries = [...effects, ...(await this.besideWork(now))];
    return entries.sort(byUrgency).slice(0, LISTED_MAX);
  }

  /** How many there are, without looking at any of them. @throws what Redis does. */
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
    const found = (await this.found(now)).find((each) => each.id === id);
    if (found !== undefined) throw conflict('cannot_be_retried', found.closing.inWords);
    const listed = await this.list(now, { failing: true });
    const entries = listed.filter((each) => [each.id, each.subjectId].includes(id));
    const models = entries.flatMap(({ kind, about, id: entryId }) =>
      kind === 'read-model' ? [about] : kind === 'event' ? [entryId] : [],
    );
    const rebuilt = await this.rebuild(models);
    const open = entries.filter(({ kind }) => kind === 'effect').map((each) => each.id);
    const members = open.length > 0 || rebuilt.length > 0 ? open : await this.besideList(id, now);
    const jobs = members.flatMap((member) => this.jobFor(member));
    await this.parts.queues.add(jobs);
    if (jobs.length === 0 && rebuilt.length === 0) throw nothingWaits(id);
    return [...members, ...rebuilt];
  }

  /** Whether anything is recorded of what an id means, of an entry or of what an entry is about. */
  async isRecorded(id: string): Promise<boolean> {
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const jobs = id.includes('/') ? [this.jobs.get(jobName)] : [...this.jobs.values()];
    const categories = new Set(jobs.flatMap((job) => job?.category ?? []));
    for (const category of categories)
      if ((await this.parts.log.read(streamName({ category }, subjectId))).length > 0) return true;
    return false;
  }

  /**
   * Returns the provider's present view of an entry, by the entry's id or the id of its object;
   * null if no provider knows such objects. @throws {Refused} `nothing_waits`, and the error of the
   * provider's adapter.
   */
  async lookUp(id: string, correlationId: string, now: Date): Promise<string | null> {
    const { log, lookUps, providers } = this.parts;
    for (const each of id.includes('/') ? [] : lookUps)
      if ((await log.read(streamName(each, id))).length > 0)
        return each.inWords(providers, id, correlationId);
    if (!(await this.isKnown(id, now))) throw nothingWaits(id);
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const category = this.jobs.get(jobName)?.category;
    const found = lookUps.find((each) => each.category === category);
    return found === undefined ? null : found.inWords(providers, subjectId, correlationId);
  }

  /** Whether there is, or was, something that an id of the list means. */
  private async isKnown(id: string, now: Date): Promise<boolean> {
    const { log, failures } = this.parts;
    if (NO_EFFECT.test(id)) return (await this.besideWork(now)).some((each) => each.id === id);
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const job = this.jobs.get(jobName);
    if (job === undefined) return false;
    if ((await log.read(streamName(job, subjectId))).length > 0) return true;
    return (await failures.all()).has(id) || (await this.openUnder(id, now)).length > 0;
  }

  /**
   * Ends what an entry is about, by the entry's id. Answers what follows from it, in words.
   * @throws {Refused} `nothing_waits`, or `cannot_be_closed` with what to do instead.
   */
  async close(id: string, request: CloseRequest, now: Date): Promise<string> {
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const closing = this.closings.get(jobName);
    if (!this.jobs.has(jobName) && !NO_EFFECT.test(id)) throw nothingWaits(id);
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

  /** By their names, or for an event all that could not take it in. */
  private async rebuild(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const { readStore, log } = this.parts;
    const stuck = await stuckModels(readStore, log);
    const names = stuck
      .filter(({ id, about }) => ids.includes(id) || ids.includes(about))
      .flatMap(({ models }) => models);
    if (names.length > 0) await readStore.requestRebuild();
    return [...new Set(names)];
  }

  private async besideList(id: string, now: Date): Promise<readonly string[]> {
    const open = await this.openUnder(id, now);
    if (open.length > 0) return open;
    const { jobName, id: subjectId } = parseScheduledJobKey(id);
    const job = this.jobs.get(jobName);
    if (job?.anyTime !== true) return [];
    const events = await this.parts.log.read(streamName(job, subjectId));
    return events.length > 0 ? [id] : [];
  }

  private async openUnder(id: string, now: Date): Promise<readonly string[]> {
    const members: string[] = [];
    for await (const page of this.parts.jobSchedule.pages(now.getTime()))
      for (const { member } of page)
        if (member === id || parseScheduledJobKey(member).id === id) members.push(member);
    return members;
  }

  private stuck(failures: ReadonlyMap<string, Failure>, now: Date): Promise<Candidate[]> {
    return stuckEffects(this.parts.jobSchedule, this.parts.part.jobs, failures, now.getTime());
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

/** Up to the hour, ISO 8601 UTC: entries of one hour count as equally old. */
const hourOf = ({ since }: AttentionEntry): string => since.slice(0, 13);

const amountOf = ({ amount }: AttentionEntry): number => (amount === null ? -1 : Number(amount));

const byUrgency = (a: AttentionEntry, b: AttentionEntry): number => {
  if (a.urgent !== b.urgent) return a.urgent ? -1 : 1;
  if (a.state !== b.state) return a.state === 'stuck' ? -1 : 1;
  if (hourOf(a) !== hourOf(b)) return hourOf(a) < hourOf(b) ? -1 : 1;
  if (amountOf(a) !== amountOf(b)) return amountOf(b) - amountOf(a);
  return a.since < b.since ? -1 : 1;
};
