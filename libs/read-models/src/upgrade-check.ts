import type { EventLog } from '#kernel/event-store/event-log.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { lowestOf } from './checkpoints.js';
import type { ReadStore } from './read-store.js';

/** Time since the last heartbeat of its projectors for which a version counts as running. */
const VERSION_SEEN_WITHIN_MS = MINUTE_MS;

/**
 * During an upgrade, a new process waits for the tables of its version, because processes of the
 * other version still serve. Without another version, the process serves what it can.
 */
export class UpgradeCheck {
  private head: bigint | null = null;
  private state: 'starting' | 'waiting' | 'ready' = 'starting';

  constructor(
    private readonly store: ReadStore,
    private readonly log: Pick<EventLog, 'head'>,
  ) {}

  /**
   * @throws {Error} while another version runs and the tables of this version lack events that were
   * in the log at the first call. {ReadStoreUnavailable}
   */
  async requireTables(now: Date): Promise<void> {
    if (this.state === 'ready') return;
    if (this.state === 'starting') this.head = await this.log.head();
    this.state = 'waiting';
    if ((await this.isOtherRunning(now)) && !(await this.isFilled()))
      throw new Error('another version runs, and the tables of this version are not filled yet');
    this.state = 'ready';
  }

  private async isOtherRunning(now: Date): Promise<boolean> {
    const seen = new Date(now.getTime() - VERSION_SEEN_WITHIN_MS).toISOString();
    const other = await this.store.engine.read((db) =>
      db
        .selectFrom('read_model_versions')
        .select('version')
        .where('version', '<>', this.store.version)
        .where('generation', 'is not', null)
        .where('seen_at', '>', seen)
        .executeTakeFirst(),
    );
    return other !== undefined;
  }

  private async isFilled(): Promise<boolean> {
    const { active } = await this.store.sets();
    if (active === null || Object.keys(active.errors).length > 0) return false;
    const places = await this.store.checkpoints(active.generation);
    const lowest = lowestOf(places.map(({ place }) => place.position));
    return lowest !== null && (this.head === null || lowest >= this.head);
  }
}
