import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { type Checkpoint, holdAll, nextGeneration } from './checkpoints.js';
import { REBUILDING } from './control-tables.js';
import { createIndexes, createTable, storedIn, withCounts } from './definitions.js';
import { layoutText } from './layout.js';
import { BEGINNING, after, checkpointAfter } from './checkpoint-position.js';
import type { RegisteredProjection } from './projection.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { type Copy, copyOf } from './copies.js';
import type { Tx } from './sql-engine.js';
import type { RebuildTarget } from './rebuild-targets.js';

/** Events per transaction. Events of one row are usually close together and become one write. */
const EVENTS_AT_ONCE = 5_000;

/** Rebuilds copies of read models from the log. One process makes progress at a time. */
export class Rebuild {
  constructor(
    private readonly store: ReadStore,
    private readonly log: Pick<EventLog, 'subscribe'>,
  ) {}

  /** Starts a rebuild, or continues one of the same targets. */
  async begin(wanted: readonly RebuildTarget[]): Promise<void> {
    const { store } = this;
    await store.engine.write(async (tx) => {
      await holdAll(tx, store.engine);
      const copies = await store.copies(tx.db);
      const rebuild = copies.filter(({ slot }) => slot === 'filling');
      if (isSame(wanted, rebuild)) return;
      for (const copy of rebuild) await store.drop(tx, copy);
      await tx.db.deleteFrom('checkpoints').where('name', '=', REBUILDING).execute();
      await tx.db
        .insertInto('checkpoints')
        .values({ name: REBUILDING, ...BEGINNING })
        .execute();
      const isActive = copies.some(({ slot }) => slot === 'served');
      const generation = await nextGeneration(tx);
      for (const { model, request } of wanted)
        await this.make(tx, model, { generation, request, isActive });
    });
  }

  /**
   * Applies events up to the position `upTo` or the end of the log. Returns whether it got there.
   * @throws {CheckpointConflict} {ReadStoreUnavailable}
   */
  async goOn(upTo: bigint | null, signal: AbortSignal): Promise<boolean> {
    let from = await this.store.place(REBUILDING);
    if (from === null) throw new CheckpointConflict('there is no rebuild');
    const copies = await this.store.copies();
    let gathered: RecordedEvent[] = [];
    const take = async (): Promise<void> => {
      const before: Checkpoint = from ?? BEGINNING;
      const to = checkpointAfter(gathered, before);
      if (gathered.length > 0)
        await this.store.take(
          'filling',
          copies,
          { checkpoint: REBUILDING, from: before, to },
          gathered,
        );
      from = to;
      gathered = [];
    };
    if (upTo !== null && from.position >= upTo) return true;
    for await (const { events, caughtUp } of this.log.subscribe(after(from), signal)) {
      const within = upTo === null ? events : events.filter(({ position }) => position <= upTo);
      gathered.push(...within);
      const isReached =
        caughtUp || within.length < events.length || within.at(-1)?.position === upTo;
      if (isReached || gathered.length >= EVENTS_AT_ONCE) await take();
      if (isReached) return true;
    }
    return false;
  }

  private async make(
    tx: Tx,
    { name, version, tables }: RegisteredProjection,
    { generation, request, isActive }: { generation: number; request: string; isActive: boolean },
  ): Promise<void> {
    await tx.db
      .insertInto('read_models')
      .values({
        ...{ name, slot: 'filling', version, generation, request },
        ...{ begun_at: new Date().toISOString(), layout: layoutText(tables), faults: '' },
      })
      .execute();
    for (const table of tables.flatMap(withCounts)) {
      const stored = storedIn('filling', table, generation);
      await createTable(tx, this.store.engine, stored);
      if (isActive) await createIndexes(tx, stored);
    }
  }
}

const isSame = (wanted: readonly RebuildTarget[], rebuild: readonly Copy[]): boolean =>
  rebuild.length === wanted.length &&
  wanted.every(({ model, request }) => {
    const copy = copyOf(rebuild, 'filling', model.name);
    return copy?.version === model.version && copy.request === request;
  });
