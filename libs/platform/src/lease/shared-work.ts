import type { Logger } from '../core/logger.js';
import { repeatUntilAborted } from '../core/repeat.js';
import { LEASE_BEAT_MS } from '../core/timing.js';
import type { Work } from './one-at-work.js';
import type { SharedLeases } from './shared-leases.js';

/** Pieces of work with a name each. */
export type Pieces = {
  /** Those that there are and that this process could do now. */
  readonly names: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly begin: (name: string) => ReturnType<Work>;
};

/**
 * Has the pieces done whose leases are ours, and ended before they are left to another process. While
 * Redis is away it goes on with what it has, as all others do.
 */
export class SharedWork {
  private readonly running = new Map<string, ReturnType<Work>>();

  constructor(
    private readonly leases: Pick<SharedLeases, 'look' | 'leave' | 'leaveAll'>,
    private readonly pieces: Pieces,
    private readonly logger: Logger,
  ) {}

  /** What is worked on here. */
  get held(): readonly string[] {
    return [...this.running.keys()];
  }

  /** Runs until the signal aborts; then all work is ended and left to others. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: LEASE_BEAT_MS, isShared: true, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'leases not renewed' }, () =>
      this.beat(signal),
    );
    const { held } = this;
    await this.end(held);
    await this.leases.leaveAll(held).catch(() => undefined);
  }

  /** One look at the leases, and what follows from it. */
  async beat(signal: AbortSignal): Promise<void> {
    const { mine, surplus } = await this.leases.look(await this.pieces.names(signal));
    const kept = mine.filter((name) => !surplus.includes(name));
    await this.end(this.held.filter((name) => !kept.includes(name)));
    if (surplus.length > 0) await this.leases.leave(surplus);
    for (const name of kept.filter((each) => !this.running.has(each))) {
      this.running.set(name, this.pieces.begin(name));
      this.logger.info({ name }, 'at work on a share');
    }
  }

  private async end(names: readonly string[]): Promise<void> {
    await Promise.all(names.map(async (name) => this.running.get(name)?.end()));
    for (const name of names) this.running.delete(name);
  }
}
