import type { Logger } from '#kernel/logger.js';
import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import type { LeaseGroup } from './lease-group.js';
import { LEASE_HEARTBEAT_MS } from '../timing.js';

/** Named tasks. */
export type ShardTasks = {
  /** Names that exist and that this process could work on now. */
  readonly names: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Works on a task until the signal aborts. */
  readonly run: (name: string, signal: AbortSignal) => Promise<unknown>;
};

type Running = { readonly stop: AbortController; readonly ended: Promise<unknown> };

/**
 * Runs the tasks whose leases this process holds, and ends them before it hands them over. While
 * Redis is unavailable each process keeps its tasks.
 */
export class ShardAssignment {
  private readonly running = new Map<string, Running>();
  /** Time of the last read of the leases, on the clock of `performance.now()`. */
  lookedMs = -Infinity;

  constructor(
    private readonly leases: Pick<LeaseGroup, 'look' | 'leave' | 'leaveAll'>,
    private readonly tasks: ShardTasks,
    private readonly logger: Logger,
  ) {}

  /** Names of the running tasks. */
  get held(): readonly string[] {
    return [...this.running.keys()];
  }

  /** Runs until the signal aborts. At the end it stops all tasks and releases their leases. */
  async run(signal: AbortSignal): Promise<void> {
    const work = () => this.heartbeat(signal);
    const task = {
      everyMs: LEASE_HEARTBEAT_MS,
      isShared: true,
      failed: 'failed to renew leases',
      work,
    };
    await repeatUntilAborted([task], signal, this.logger);
    const { held } = this;
    await this.end(held);
    await this.leases.leaveAll(held).catch(() => undefined);
  }

  /** Renews the leases. Starts and ends tasks accordingly. */
  async heartbeat(signal: AbortSignal): Promise<void> {
    const { mine, surplus } = await this.leases.look(await this.tasks.names(signal));
    this.lookedMs = performance.now();
    const kept = mine.filter((name) => !surplus.includes(name));
    await this.end(this.held.filter((name) => !kept.includes(name)));
    if (surplus.length > 0) await this.leases.leave(surplus);
    for (const name of kept.filter((each) => !this.running.has(each))) {
      const stop = new AbortController();
      this.running.set(name, { stop, ended: this.tasks.run(name, stop.signal) });
    }
  }

  private async end(names: readonly string[]): Promise<void> {
    for (const name of names) this.running.get(name)?.stop.abort();
    await Promise.all(names.map(async (name) => this.running.get(name)?.ended));
    for (const name of names) this.running.delete(name);
  }
}
