import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { pause, untilSharedMoment } from '../core/pause.js';
import { PROJECTION_REST_MS } from '../core/timing.js';
import type { Batch, EventLog, RecordedEvent } from '../event-store/event-log.js';
import { markOf, markText, readMark, stands } from '../event-store/log-mark.js';
import { type Answers, applySlices, failedIn, tooEarly } from './apply-slices.js';
import { type Failed, type Slice, type Sliced, sliced } from './changes.js';
import { connectionsMade } from './connections.js';
import type { ProjectionControl } from './control.js';
import { PARTNERS_KEY } from './keys.js';
import { park } from './parked.js';
import { forgetWritten } from './partners.js';
import { persistently } from './persistently.js';
import { NOTHING, toResume } from './position.js';
import type { RegisteredProjection } from './projection.js';
import type { RedisClient } from './script.js';
import { traceApplied } from './trace-applied.js';

export type LoopParts = {
  readonly redis: RedisClient;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly control: ProjectionControl;
  readonly projection: RegisteredProjection;
  readonly opensPartner: (event: RecordedEvent) => boolean;
  readonly generation: string;
  /** Called when it first meets the end of the log. */
  readonly onReachedHead: () => void;
  /** Called when the active generation turns out to lack a partner. */
  readonly onIncomplete: (partnerId: string) => void;
};

/** `lost`: what Redis holds of this generation is not what was written there. */
export type LoopEnd = 'stopped' | 'lost';

/** Feeds one generation of one projection, from its checkpoint on. */
export class GenerationLoop {
  /** The checkpoint as last seen in Redis; if Redis ever holds less, it has been set back. */
  saved = NOTHING;
  reachedHead = false;
  /** Readers use this generation, so new partners are theirs to see at once. */
  serving = false;

  /** The place in the log that the next batch begins after. */
  private read = NOTHING;
  private fromZero = false;
  /** Partners whose opening event passed by here. */
  private readonly opened = new Set<string>();
  /** Partner → the position of its last event here; Redis knows the partner up to there. */
  private readonly reached = new Map<string, string>();

  constructor(
    private readonly parts: LoopParts,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs until the signal aborts. @throws {EventLogUnavailable} to be started again later. */
  async run(): Promise<LoopEnd> {
    try {
      if (!(await this.resume())) return 'lost';
      return (await this.feed()) ? 'stopped' : 'lost';
    } catch (error) {
      if (this.signal.aborted) return 'stopped';
      throw error;
    }
  }

  /**
   * While Redis applies a batch, what the next one changes is worked out. False when this
   * generation is past mending.
   */
  private async feed(): Promise<boolean> {
    const { log, projection, opensPartner } = this.parts;
    let taken = Promise.resolve(true);
    try {
      for await (const batch of log.subscribe(toResume(this.read), this.signal)) {
        const changes = sliced(batch.events, projection, opensPartner);
        if (!(await taken)) return false;
        taken = this.take(batch, changes);
        // Heard of with the next batch or at the end.
        taken.catch(() => undefined);
        if (!batch.caughtUp) continue;
        if (!(await taken)) return false;
        await pause(untilSharedMoment(PROJECTION_REST_MS), this.signal);
      }
      return await taken;
    } finally {
      // Nothing of it runs on, whichever way it ends.
      await Promise.allSettled([taken]);
    }
  }

  /**
   * Whether the checkpoint exists and belongs to this very log, which may have been put back. The
   * batch that led there is taken once more: who saved it may have died before it could tell
   * whether Redis had lost the batch itself.
   */
  private async resume(): Promise<boolean> {
    const { control, generation, log } = this.parts;
    const { checkpoints, previous, logs } = await this.insist('Reading a checkpoint', () =>
      control.load(),
    );
    const position = checkpoints.get(generation);
    if (position === undefined) return false;
    this.saved = position;
    this.read = previous.get(generation) ?? NOTHING;
    this.fromZero = this.read === NOTHING;
    if (position === NOTHING) return true;
    const mark = readMark(logs.get(generation) ?? '');
    if (mark !== null && (await stands(log, mark, this.signal))) return true;
    this.signal.throwIfAborted();
    await this.insist('Forgetting what was written', () => forgetWritten(this.parts.redis));
    return false;
  }

  private async take({ events, caughtUp }: Batch, changes: Sliced): Promise<boolean> {
    const last = events.at(-1);
    if (last !== undefined) {
      if (!(await this.keep(events, changes, `${last.position}`))) return false;
      this.read = `${last.position}`;
    }
    if (caughtUp && !this.reachedHead) {
      this.reachedHead = true;
      this.parts.onReachedHead();
    }
    return true;
  }

  /**
   * Applies a batch and saves how far that is. A Redis that started anew in between may have lost
   * the batch and still take the checkpoint; so it is done again, which changes nothing where it
   * had arrived.
   */
  private async keep(
    events: readonly RecordedEvent[],
    batch: Sliced,
    position: string,
  ): Promise<boolean> {
    const { redis, projection } = this.parts;
    const begunMs = Date.now();
    for (;;) {
      const connection = connectionsMade(redis);
      crashPoint('projection.applying');
      if (!(await this.apply(batch))) return false;
      crashPoint('projection.applied');
      if (!(await this.save(events, position))) return false;
      if (connectionsMade(redis) !== connection) continue;
      const { slices, changing } = batch;
      for (const { partnerId, lastPosition } of slices) this.reached.set(partnerId, lastPosition);
      // Not while a new filling reads what was applied long ago.
      if (this.serving) traceApplied(projection.name, changing, begunMs);
      return true;
    }
  }

  /** False when this generation is past mending. */
  private async apply({ slices, failed }: Sliced): Promise<boolean> {
    await this.park(failed);
    await this.meet(slices);
    const answers = await this.applyAll(slices);
    for (const [i, slice] of slices.entries())
      if (!(await this.judge(slice, answers[i]!))) return false;
    return true;
  }

  private async applyAll(slices: readonly Slice[]): Promise<Answers> {
    const answers: (readonly string[])[] = [];
    const { redis, projection, generation } = this.parts;
    await this.insist('Applying a batch', () => {
      const { serving, reached } = this;
      const applying = { redis, projection: projection.name, generation, serving, reached };
      return applySlices(applying, slices, answers);
    });
    return answers;
  }

  /** Draws the conclusions from a script's answer; false when this generation is past mending. */
  private async judge(slice: Slice, [outcome, ...failures]: readonly string[]): Promise<boolean> {
    const { partnerId, unopened, opensAt } = slice;
    if (outcome === 'set_back') return this.missing(partnerId);
    if (outcome === 'foreign') {
      if (!this.fromZero || this.opened.has(partnerId)) return this.missing(partnerId);
      await this.park(unopened.map(tooEarly));
    }
    if (outcome === 'opened') await this.park(unopened.map(tooEarly));
    if (opensAt !== NOTHING) this.opened.add(partnerId);
    if (failures.length > 0) await this.park(failedIn(failures, slice));
    return true;
  }

  /** An active generation goes on for its other partners while another is filled. */
  private missing(partnerId: string): boolean {
    if (this.serving) this.parts.onIncomplete(partnerId);
    return this.serving;
  }

  /** Before their first change, so that whoever walks the partners misses none. */
  private async meet(slices: readonly Slice[]): Promise<void> {
    const fresh = slices
      .filter(({ opensAt, partnerId }) => opensAt !== NOTHING && !this.opened.has(partnerId))
      .map(({ partnerId }) => partnerId);
    if (fresh.length === 0) return;
    const { redis } = this.parts;
    await this.insist('Noting partners', () => redis.sadd(PARTNERS_KEY, ...fresh));
  }

  private async save(events: readonly RecordedEvent[], position: string): Promise<boolean> {
    const { control, generation } = this.parts;
    const mark = markText(markOf(events, toResume(this.read))!);
    const stored = await this.insist('Saving a checkpoint', () =>
      control.save(generation, position, this.saved, mark),
    );
    if (stored === null) return false;
    this.saved = stored;
    return true;
  }

  private async park(failed: readonly Failed[]): Promise<void> {
    if (failed.length === 0) return;
    const { redis, logger, projection, generation } = this.parts;
    await this.insist('Parking an event', () =>
      park(redis, logger, projection.name, generation, failed),
    );
  }

  private insist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    return persistently(this.signal, this.parts.logger, what, attempt);
  }
}
