import { randomUUID } from 'node:crypto';
import type { EventLog } from '../event-store/event-log.js';
import { streamName } from '../event-store/stream.js';
import { parseDueMember } from '../jobs/due-list.js';
import type { JobKind } from '../jobs/job.js';
import type { ProjectorPart } from '../jobs/projector-part.js';
import type { Queues } from '../jobs/queues.js';
import type { DueList } from '../jobs/due-list.js';
import type { ReadStore } from '../read-store/read-store.js';
import { type Refused, conflict, notFound } from '../core/refused.js';
import { attentionCounts } from './attention-counts.js';
import type { AttentionEntry } from './attention-entry.js';
import { type Candidate, LISTED_MAX, failingBeside, stuckEffects } from './candidates.js';
import { type CloseRequest, type Closing, adviceOn, closingView } from './closing.js';
import { effectEntry } from './effect-entry.js';
import { type Finding, openFindings } from './finding.js';
import type { Failure, Failures } from './failures.js';
import type { LookUp, LookUpParts } from './look-up.js';
import { stuckModels } from './stuck-models.js';

export type AttentionParts = {
  readonly log: EventLog;
  readonly readStore: ReadStore;
  readonly dueList: Pick<DueList, 'pages'>;
  readonly failures: Pick<Failures, 'all' | 'forget'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly part: Pick<ProjectorPart, 'jobs' | 'workflows'>;
  readonly lookUps: readonly LookUp[];
  readonly closings: readonly Closing[];
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

/** What the list holds beside what is stuck. */
export type Also = { readonly failing: boolean };

/**
 * What got stuck, why, since when: from the due list and the streams, which a wiped Redis gets back,
 * and from the notes of what failed, which are made again by the next tries; beside them what checks
 * have found. An entry ends with what it is about; nothing is kept here. Closing one is an event of
 * its stream, and only where a provider that was asked has the last word, or money would be moved that
 * no book knows.
 */
export class Attention {
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private readonly closings: ReadonlyMap<string, Closing>;

  constructor(private readonly parts: AttentionParts) {
    this.closings = new Map(parts.closings.map((each) => [each.job, each]));
    this.jobs = new Map(parts.part.jobs.map((job) => [job.name, job]));
  }

  /** The oldest first, at most 500; what is failing comes last. @throws what log and Redis do. */
  async list(now: Date, also: Also = { failing: false }): Promise<readonly AttentionEntry[]> {
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
    const stuck = counts.stuckEffects + counts.parkedEvents + counts.refusedModels + found;
    return { stuck, failing: counts.failing };
  }

  /**
   * Nudges it now: an entry's id, or the id of what it is about, which need not be listed yet; of a job
   * that may run at any time, nothing need be open.
   * Answers the jobs and read models that were asked.
   * @throws {Refused} `nothing_waits`, or `cannot_be_retried` with what to do instead.
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

  /**
   * What the provider says now of an entry, by the entry's id or that of what it is about; null when no
   * provider knows such things. @throws {Refused} `nothing_waits`, and what the provider's adapter throws.
   */
  async lookUp(id: string, correlationId: string, now: Date): Promise<string | null> {
    const { log, lookUps, providers } = this.parts;
    for (const each of id.includes('/') ? [] : lookUps)
      if ((await log.read(streamName(each, id))).length > 0)
        return each.inWords(providers, id, correlationId);
    if (!(await this.isKnown(id, now))) throw nothingWaits(id);
    const { jobName, id: subjectId } = parseDueMember(id);
    const category = this.jobs.get(jobName)?.category;
    const found = lookUps.find((each) => each.category === category);
    return found === undefined ? null : found.inWords(providers, subjectId, correlationId);
  }

  /** Whether there is, or was, something that an id of the list means. */
  private async isKnown(id: string, now: Date): Promise<boolean> {
    const { log, failures } = this.parts;
    if (NO_EFFECT.test(id)) return (await this.besideWork(now)).some((each) => each.id === id);
    const { jobName, id: subjectId } = parseDueMember(id);
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
    const { jobName, id: subjectId } = parseDueMember(id);
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

  /** What no job would bring on. */
  private async besideWork(now: Date): Promise<readonly AttentionEntry[]> {
    const { log, readStore } = this.parts;
    return [...(await stuckModels(readStore, log)), ...(await this.found(now))];
  }

  private found(now: Date) {
    const { providers, findings } = this.parts;
    return openFindings(providers.store, findings, now);
  }

  private jobFor(member: string) {
    const { jobName, id } = parseDueMember(member);
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
    for (const name of new Set(names)) await readStore.requestRebuild(name);
    return [...new Set(names)];
  }

  private async besideList(id: string, now: Date): Promise<readonly string[]> {
    const open = await this.openUnder(id, now);
    if (open.length > 0) return open;
    const { jobName, id: subjectId } = parseDueMember(id);
    const job = this.jobs.get(jobName);
    if (job?.anyTime !== true) return [];
    const events = await this.parts.log.read(streamName(job, subjectId));
    return events.length > 0 ? [id] : [];
  }

  private async openUnder(id: string, now: Date): Promise<readonly string[]> {
    const members: string[] = [];
    for await (const page of this.parts.dueList.pages(now.getTime()))
      for (const { member } of page)
        if (member === id || parseDueMember(member).id === id) members.push(member);
    return members;
  }

  private stuck(failures: ReadonlyMap<string, Failure>, now: Date): Promise<Candidate[]> {
    return stuckEffects(this.parts.dueList, this.parts.part.jobs, failures, now.getTime());
  }

  private async describe(candidate: Candidate, failure: Failure | null): Promise<AttentionEntry> {
    const { log, part, providers } = this.parts;
    const { jobName, id } = parseDueMember(candidate.member);
    const about = this.jobs.get(jobName)?.category ?? jobName;
    const events = await log.read(streamName({ category: about }, id));
    const workflow = part.workflows.find(({ category }) => category === about);
    const advice = await adviceOn(providers.store, this.closings.get(jobName), id);
    return effectEntry(candidate, { about, failure, events, workflow, advice });
  }
}

const byUrgency = (a: AttentionEntry, b: AttentionEntry): number => {
  if (a.state !== b.state) return a.state === 'stuck' ? -1 : 1;
  return a.since < b.since ? -1 : 1;
};
