import { randomUUID } from 'node:crypto';
import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { streamName } from '../event-store/stream.js';
import { dueMember, parseDueMember } from '../jobs/due-list.projection.js';
import type { JobKind } from '../jobs/job.js';
import type { ProjectorPart } from '../jobs/projector-part.js';
import type { Queues } from '../jobs/queues.js';
import type { DueEntry, DueList } from '../read-models/due-list.js';
import { requestRebuild } from '../read-models/rebuild.js';
import type { RedisClient } from '../read-models/script.js';
import type { AttentionEntry } from './attention-entry.js';
import type { Failure, Failures } from './failures.js';
import type { LookUp, LookUpParts } from './look-up.js';
import { stuckModels } from './stuck-models.js';
import { type Story, storyOf } from './story.js';

export type AttentionParts = {
  readonly log: EventLog;
  readonly redis: RedisClient;
  readonly dueList: Pick<DueList, 'pages'>;
  readonly failures: Pick<Failures, 'all'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly part: Pick<ProjectorPart, 'jobs' | 'workflows'>;
  /** Names of the read models. */
  readonly projections: readonly string[];
  readonly lookUps: readonly LookUp[];
  readonly providers: LookUpParts;
};

/** An effect that is open for longer than this is listed even if nothing failed. */
export const STUCK_AFTER_MS = 5 * 60_000;
/** So long a sick provider may keep a job waiting before somebody should know. */
const KEPT_WAITING_MS = 30_000;
const LISTED_MAX = 500;

/** There is nothing open under this id. */
export class NothingWaits extends Error {
  override readonly name = 'NothingWaits';
}

type Candidate = { readonly member: string; readonly due: DueEntry | null };

/**
 * What got stuck, why, since when: from the due list and the streams, which a wiped Redis gets back,
 * and from the notes of what failed, which are made again by the next tries. An entry ends with what
 * it is about; nothing is kept here. Nothing can be closed here either: only the provider's word ends
 * an effect, or money would be moved that no book knows.
 */
export class Attention {
  private readonly jobs: ReadonlyMap<string, JobKind>;

  constructor(private readonly parts: AttentionParts) {
    this.jobs = new Map(parts.part.jobs.map((job) => [job.name, job]));
  }

  /** The oldest first, at most 500. @throws what log and Redis do. */
  async list(now: Date): Promise<readonly AttentionEntry[]> {
    const failures = await this.parts.failures.all();
    const candidates = await this.stuck(failures, now.getTime());
    const effects = await Promise.all(
      candidates.map((each) => this.describe(each, failures.get(each.member) ?? null)),
    );
    const { log, redis, projections } = this.parts;
    const entries = [...effects, ...(await stuckModels(redis, log, projections))];
    return entries.sort((a, b) => (a.since < b.since ? -1 : 1)).slice(0, LISTED_MAX);
  }

  /**
   * Nudges it now: an entry's id, or the id of what it is about, which need not be listed yet.
   * Answers the jobs and read models that were asked. @throws {NothingWaits}
   */
  async retry(id: string, now: Date): Promise<readonly string[]> {
    const entries = (await this.list(now)).filter((each) => [each.id, each.subjectId].includes(id));
    const models = entries.flatMap(({ kind, about, id: entryId }) =>
      kind === 'read-model' ? [about] : kind === 'event' ? [entryId] : [],
    );
    const rebuilt = await this.rebuild(models);
    const open = entries.filter(({ kind }) => kind === 'effect').map((each) => each.id);
    const members = open.length > 0 || rebuilt.length > 0 ? open : await this.openUnder(id, now);
    const jobs = members.flatMap((member) => this.jobFor(member));
    await this.parts.queues.add(jobs);
    if (jobs.length === 0 && rebuilt.length === 0)
      throw new NothingWaits(`Nothing waits under ${id}; see what does: attention list`);
    return [...members, ...rebuilt];
  }

  /**
   * What the provider says now of an entry, by the entry's id; null when no provider knows such
   * things. @throws what the provider's adapter does.
   */
  async lookUp(id: string, correlationId: string): Promise<string | null> {
    const { jobName, id: subjectId } = parseDueMember(id);
    const category = this.jobs.get(jobName)?.category;
    const found = this.parts.lookUps.find((each) => each.category === category);
    return found === undefined
      ? null
      : found.inWords(this.parts.providers, subjectId, correlationId);
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
    const { redis, log, projections } = this.parts;
    const stuck = await stuckModels(redis, log, projections);
    const names = stuck
      .filter(({ id, about }) => ids.includes(id) || ids.includes(about))
      .flatMap(({ models }) => models);
    for (const name of new Set(names)) await requestRebuild(redis, name);
    return [...new Set(names)];
  }

  private async openUnder(id: string, now: Date): Promise<readonly string[]> {
    const members: string[] = [];
    for await (const page of this.parts.dueList.pages(now.getTime()))
      for (const { member } of page)
        if (member === id || parseDueMember(member).id === id) members.push(member);
    return members;
  }

  /** What is due and has failed for good or too long, and what failed for good and is not due. */
  private async stuck(
    failures: ReadonlyMap<string, Failure>,
    nowMs: number,
  ): Promise<readonly Candidate[]> {
    const found: Candidate[] = [];
    const notDue = new Set([...failures].flatMap(([m, { gaveUp }]) => (gaveUp ? [m] : [])));
    for await (const page of this.parts.dueList.pages(nowMs))
      for (const due of page) {
        notDue.delete(due.member);
        if (found.length < LISTED_MAX && this.isStuck(due, failures.get(due.member), nowMs))
          found.push({ member: due.member, due });
      }
    const others = [...notDue].map((member) => ({ member, due: null }));
    return [...found, ...others].slice(0, LISTED_MAX);
  }

  private isStuck(
    { member, atMs }: DueEntry,
    failure: Failure | undefined,
    nowMs: number,
  ): boolean {
    if (failure?.gaveUp === true) return true;
    if (failure !== undefined && nowMs - Date.parse(failure.firstAt) > KEPT_WAITING_MS) return true;
    const job = this.jobs.get(parseDueMember(member).jobName);
    return job !== undefined && job.mayWait !== true && nowMs - atMs > STUCK_AFTER_MS;
  }

  private async describe(
    { member, due }: Candidate,
    failure: Failure | null,
  ): Promise<AttentionEntry> {
    const { jobName, id } = parseDueMember(member);
    const about = this.jobs.get(jobName)?.category ?? jobName;
    const events = await this.parts.log.read(streamName({ category: about }, id));
    const dueAt = due === null ? null : new Date(due.atMs).toISOString();
    const story = this.storyOf(about, events, member);
    return {
      id: dueMember(jobName, id),
      kind: 'effect',
      about,
      subjectId: id,
      partnerId: due?.partnerId ?? events[0]?.metadata.partnerId ?? null,
      waitsFor: jobName,
      since: story?.since ?? failure?.firstAt ?? dueAt ?? '',
      tries: failure?.tries ?? 0,
      lastTriedAt: failure?.lastAt ?? null,
      lastError: failure?.reason ?? null,
      history: story?.history ?? [],
      next: 'It is tried again by itself. Once the cause has gone, retry it to wait no longer.',
    };
  }

  private storyOf(
    category: string,
    events: readonly RecordedEvent[],
    member: string,
  ): Story | null {
    const workflow = this.parts.part.workflows.find((each) => each.category === category);
    return workflow === undefined ? null : storyOf(events, workflow, member);
  }
}
