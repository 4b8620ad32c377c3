import { isDeepStrictEqual } from 'node:util';
import { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import { pause, untilSharedMoment } from '../core/pause.js';
import { GENERATION_PAUSE_MIN_MS, GENERATION_POLL_MS } from '../core/timing.js';
import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { Auditor } from './auditor.js';
import { Bell } from './bell.js';
import { reasonOf } from './changes.js';
import { progressAt, ProjectionControl, type Stored } from './control.js';
import { Feeders } from './feeders.js';
import { GenerationLoop } from './generation-loop.js';
import { activateAll, deactivateAll } from './partners.js';
import { unlessAborted } from './persistently.js';
import type { RegisteredProjection } from './projection.js';
import { nextRegistry, type Registry, switched, toFeed } from './registry.js';
import type { RedisClient } from './script.js';
import { sweep } from './sweep.js';

export type RunnerOptions = {
  readonly redis: RedisClient;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly projection: RegisteredProjection;
  /** Whether this is the first event of its own partner. */
  readonly opensPartner: (event: RecordedEvent) => boolean;
  readonly clock?: Clock;
};

/**
 * Keeps the read models of one projection complete: feeds its generations, notices a wiped or older
 * Redis within a second, fills a new generation beside the served one, moves readers, clears up.
 * Any number of runners may work on one Redis; each change is made once.
 */
export class ProjectionRunner {
  private readonly name: string;
  private readonly clock: Clock;
  private readonly control: ProjectionControl;
  private readonly feeders: Feeders;
  private readonly auditor: Auditor;
  private readonly incomplete = new Set<string>();
  /** Lost generations that readers were taken from. */
  private readonly withdrawn = new Set<string>();
  private readonly bell = new Bell();
  private readonly abort = new AbortController();
  private starting = true;
  /** The generation that every partner's readers were seen to use. */
  private served = '';
  private working: Promise<void> = Promise.resolve();
  private sweeping: Promise<void> | null = null;

  constructor(private readonly options: RunnerOptions) {
    this.name = options.projection.name;
    this.clock = options.clock ?? new Clock();
    this.control = new ProjectionControl(options.redis, this.name);
    this.auditor = new Auditor(options, this.control);
    const make = (generation: string, signal: AbortSignal) => this.makeLoop(generation, signal);
    this.feeders = new Feeders(make, options.logger, this.bell.ring);
  }

  /** Works in the background until the signal aborts or `stop` is called. To be called once. */
  start(signal?: AbortSignal): void {
    const end = () => {
      this.abort.abort();
      this.bell.ring();
    };
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
    this.working = this.work();
  }

  /** Whether it reads the log for some generation. */
  get feeding(): boolean {
    return this.feeders.positions().size > 0;
  }

  /** Resolves when nothing of it runs any more. Stopping in the middle of anything is safe. */
  async stop(): Promise<void> {
    this.abort.abort();
    this.bell.ring();
    await this.working;
  }

  private async work(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted) {
      await unlessAborted(signal, () => this.look()).catch((error: unknown) => {
        if (!signal.aborted) this.warn(error, 'Looking after a read model failed');
      });
      await this.bell.wait(untilSharedMoment(GENERATION_POLL_MS));
      await pause(GENERATION_PAUSE_MIN_MS, signal);
    }
    await this.feeders.close();
    await this.sweeping;
  }

  /** Compares what should be with what is, and does what is missing. Each step may be repeated. */
  private async look(): Promise<void> {
    const known = this.feeders.positions();
    const stored = await this.control.load();
    this.feeders.compare(known, stored.checkpoints);
    const { version } = this.options.projection;
    const { lost } = this.feeders;
    const { registry, request } = stored;
    const refused = this.auditor.madeAnew(stored);
    if (refused !== null) lost.add(refused);
    await this.withdraw(lost);
    const { incomplete, starting } = this;
    const nowMs = this.clock.now().getTime();
    const facts = { registry, version, starting, lost, incomplete, request, nowMs };
    const next = nextRegistry(facts);
    if (!(await this.replace(stored, next))) {
      this.bell.ring();
      return;
    }
    this.starting = false;
    if (request !== null && isAnswered(next, request)) await this.control.clearRequest(request);
    await this.feeders.follow(toFeed(next, version).map(({ id }) => id));
    await this.serve(next);
    await this.build(next);
    this.tidy(next);
  }

  /** In this order: its own loop may have moved readers there until it ended. */
  private async withdraw(lost: ReadonlySet<string>): Promise<void> {
    for (const generation of lost) {
      if (this.withdrawn.has(generation)) continue;
      await this.feeders.end(generation);
      await deactivateAll(this.options.redis, this.name, generation);
      this.withdrawn.add(generation);
      this.served = '';
    }
  }

  /** False when another runner changed the registry first. */
  private async replace(stored: Stored, next: Registry): Promise<boolean> {
    const before = stored.registry;
    if (isDeepStrictEqual(before, next)) return true;
    const replaced = await this.control.replace(stored, next);
    if (replaced)
      this.options.logger.info({ projection: this.name, before, next }, 'Read model rebuilds');
    return replaced;
  }

  /** New partners go live with their first event; this finds those that a crash left behind. */
  private async serve({ active }: Registry): Promise<void> {
    const loop = active === null ? undefined : this.feeders.loop(active.id);
    if (active === null || loop === undefined) return;
    loop.serving = true;
    if (this.served === active.id) return;
    if (await activateAll(this.options.redis, this.name, active.id)) this.served = active.id;
    else this.bell.ring();
  }

  /** Reports how far it is and, once at the end of the log, moves the readers. */
  private async build({ building }: Registry): Promise<void> {
    const loop = building === null ? undefined : this.feeders.loop(building.id);
    if (building === null || loop === undefined) return;
    const { log, redis, logger } = this.options;
    await this.control.saveProgress(progressAt(loop.saved, await log.head()));
    if (!loop.reachedHead) return;
    if (!(await this.auditor.passes(building.id))) return;
    this.bell.ring();
    if (!(await activateAll(redis, this.name, building.id))) return;
    const stored = await this.control.load();
    if (stored.registry?.building?.id !== building.id) return;
    if (await this.control.replace(stored, switched(stored.registry)))
      logger.info({ projection: this.name, generation: building.id }, 'Read model switched');
  }

  /** Only when no reader can be on an earlier generation any more. */
  private tidy({ active, building, sweep: due }: Registry): void {
    if (active === null || building !== null || !due) return;
    if (this.served !== active.id || this.sweeping !== null) return;
    this.sweeping = this.sweep(active.id)
      .catch((error: unknown) => this.warn(error, 'Clearing up after a rebuild failed'))
      .finally(() => {
        this.sweeping = null;
      });
  }

  private async sweep(generation: string): Promise<void> {
    const { signal } = this.abort;
    await unlessAborted(signal, () =>
      sweep(this.options.redis, this.control, this.name, generation, signal),
    );
    const stored = await this.control.load();
    if (stored.registry?.active?.id === generation)
      await this.control.replace(stored, { ...stored.registry, sweep: false });
  }

  private makeLoop(generation: string, signal: AbortSignal): GenerationLoop {
    const onIncomplete = (partnerId: string) => {
      const details = { projection: this.name, generation, partnerId };
      this.options.logger.warn(details, 'A partner is missing in a read model');
      this.incomplete.add(generation);
      this.bell.ring();
    };
    const parts = { control: this.control, generation, onReachedHead: this.bell.ring };
    return new GenerationLoop({ ...this.options, ...parts, onIncomplete }, signal);
  }

  private warn(error: unknown, message: string): void {
    this.options.logger.warn({ projection: this.name, reason: reasonOf(error) }, message);
  }
}

const isAnswered = ({ active, building }: Registry, request: string): boolean =>
  [active?.request, building?.request].includes(request);
