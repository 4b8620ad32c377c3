import { setImmediate as nextTurn } from 'node:timers/promises';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { isUuid } from '#kernel/ids.js';
import type { Logger } from '#kernel/logger.js';
import { unavailable } from '#kernel/refused.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { type Known, StateCache } from '#kernel/event-store/state-cache.js';
import {
  type DomainEvent,
  type Stream,
  showsPerson,
  streamName,
} from '#kernel/event-store/stream.js';
import { checkpointsIn } from './checkpoints.js';
import type { Projection } from './projection.js';
import { type MutableRow, type RowChange, changedRow } from '#kernel/projection/row-change.js';
import type { ReadStore } from './read-store.js';
import type { Columns, ReadRow, Row, Table, Value } from '#kernel/projection/table.js';
import {
  type From,
  NotReady,
  type PageOf,
  type Search,
  type TableReader,
  isFiltered,
} from './table-reader.js';

/** Time after which a reader should retry while a read model is rebuilt. */
const RETRY_AFTER_REBUILDING_S = 2;

/** A table with one stream per row. The row's key is the stream's id. */
export type OwnRows<Event extends DomainEvent, Of extends Columns> = {
  readonly table: Table<Of>;
  readonly source: Pick<Stream<unknown, Event>, 'category' | 'parse'>;
  readonly project: Projection<Event>['project'];
};

type PlaceOf = (partnerId: string) => Promise<bigint>;

/** A row at a revision of its stream. */
type Folded = Known<{ readonly partnerId: string; readonly row: Row | null }>;

/**
 * Rows as the API returns them. A read by id folds the row's stream, including its latest events,
 * so it contains every earlier write of any process. Lists come from the read model.
 */
export class Rows {
  private readonly folded = new StateCache();

  constructor(
    private readonly store: ReadStore,
    private readonly log: EventLog,
    private readonly logger: Logger,
    private readonly heavy = new CooperativeScheduler(),
  ) {}

  /**
   * Returns the row `id` of a partner, or of any partner (null). Returns null if it does not exist
   * or belongs to another partner.
   */
  async byId<Event extends DomainEvent, Of extends Columns>(
    partnerId: string | null,
    own: OwnRows<Event, Of>,
    id: string,
  ): Promise<ReadRow<Of> | null> {
    if (!isUuid(id)) return null;
    // Groups the reads of one turn of the event loop, so that a client wakes up once for all of
    // them.
    await nextTurn();
    const folded = await this.foldedTo(own, id.toLowerCase());
    if (folded === null) return null;
    const isOurs = partnerId === null || folded.state.partnerId === partnerId;
    return isOurs ? (folded.state.row as ReadRow<Of> | null) : null;
  }

  /**
   * Returns the row after its stream's events, up to the revision `upTo` if it is given. `first`:
   * the first event, if the caller has just appended it. A row at that revision then needs no read.
   * @throws {Error} if the stream is empty
   */
  async fold<Event extends DomainEvent, Of extends Columns>(
    own: OwnRows<Event, Of>,
    id: string,
    upTo: bigint | null = null,
    first: RecordedEvent | null = null,
  ): Promise<ReadRow<Of>> {
    const isAll = first !== null && first.revision === 0n && upTo === 0n;
    const folded = isAll ? foldOnto(null, own, id, [first]) : this.foldedTo(own, id, upTo);
    const row = (await folded)?.state.row ?? null;
    if (row === null) throw new Error(`${streamName(own.source, id)} has no row`);
    return row as unknown as ReadRow<Of>;
  }

  /** Caches a row without personal fields, so that the next read loads only later events. */
  private async foldedTo<Event extends DomainEvent, Of extends Columns>(
    own: OwnRows<Event, Of>,
    id: string,
    upTo: bigint | null = null,
  ): Promise<Folded | null> {
    const name = streamName(own.source, id);
    const kept: Folded | null = this.folded.get(own.table, name);
    const known = upTo === null || (kept?.revision ?? 0n) <= upTo ? kept : null;
    if (known?.revision === upTo) return known;
    const next = known === null ? 0n : known.revision + 1n;
    const since = await this.log.read(name, next, upTo ?? undefined);
    const folded = foldOnto(known, own, id, since);
    const isNewer = folded !== null && folded.revision > (kept?.revision ?? -1n);
    if (isNewer && !showsPerson(own.source, since)) this.folded.set(own.table, name, folded);
    return folded;
  }

  /**
   * Runs several reads of the same moment. `from` returns a table's reader. `placeOf` returns the
   * position up to which a partner's events are applied. @throws {Refused} 503 while a table is
   * rebuilt or unavailable
   */
  snapshot<Result>(work: (from: From, placeOf: PlaceOf) => Promise<Result>): Promise<Result> {
    return this.ready(() =>
      this.store.snapshot(({ db, from, active }) =>
        work(from, async (partnerId) => {
          const places = await checkpointsIn(db, active?.generation ?? 0);
          const mine = places.find(({ shard }) => shard.holds(partnerId));
          if (mine === undefined) throw new NotReady('the read models are not active yet');
          return mine.place.position;
        }),
      ),
    );
  }

  /**
   * Returns a page in insertion order. Large pages are queued. @throws {Refused} 503 while the
   * table is rebuilt or unavailable, 429 if too many pages of the partner are queued
   */
  page<Of extends Columns>(partnerId: string, table: Table<Of>, page: PageOf<Of>) {
    return this.heavy.page(partnerId, page, () => this.pageNow(partnerId, table, page));
  }

  private pageNow<Of extends Columns>(partnerId: string, table: Table<Of>, page: PageOf<Of>) {
    return isFiltered(page.where ?? {})
      ? this.snapshot((from) => from(table).page(partnerId, page))
      : this.from(table, (reader) => reader.page(partnerId, page));
  }

  /** @throws {Refused} 503 while the table is rebuilt or unavailable */
  find<Of extends Columns>(partnerId: string | null, table: Table<Of>, search: Search<Of>) {
    return this.from(table, (reader) => reader.find(partnerId, search));
  }

  /** Runs one read of a table. @throws {Refused} 503 while the table is rebuilt or unavailable */
  from<Of extends Columns, Result>(
    table: Table<Of>,
    read: (reader: TableReader<Of>) => Promise<Result>,
  ): Promise<Result> {
    return this.ready(() => this.store.read(({ from }) => read(from(table))));
  }

  private async ready<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof NotReady)
        throw unavailable(
          'read_model_rebuilding',
          'This is being rebuilt; try again shortly',
          RETRY_AFTER_REBUILDING_S,
        );
      this.logger.warn({ err: error }, 'read model unavailable');
      throw unavailable('read_model_unavailable', 'Lists cannot be read now; try again shortly');
    }
  }
}

const foldOnto = <Event extends DomainEvent, Of extends Columns>(
  known: Folded | null,
  { table, source, project }: OwnRows<Event, Of>,
  id: string,
  recorded: readonly RecordedEvent[],
): Folded | null => {
  const [first, last] = [recorded[0], recorded.at(-1)];
  if (first === undefined || last === undefined) return known;
  const partnerId = known?.state.partnerId ?? first.metadata.partnerId;
  let row: MutableRow | null = known?.state.row ? { ...known.state.row } : null;
  for (const event of recorded)
    for (const change of project(source.parse(event.type, event.data), event))
      if (change.table.name === table.name && keyIn(change) === id)
        row = changedRow(row, change, partnerId);
  return { state: { partnerId, row }, revision: last.revision };
};

const keyIn = (change: RowChange): Value | undefined =>
  (change.op === 'insert' ? change.row : change.key)[change.table.key[0] ?? ''];
