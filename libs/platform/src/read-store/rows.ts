import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { HeavyWork } from '../core/heavy-work.js';
import { isUuid } from '../core/ids.js';
import type { Logger } from '../core/logger.js';
import { unavailable } from '../core/refused.js';
import { RETRY_AFTER_REBUILDING_S } from '../core/timing.js';
import {
  type EventLog,
  type OpenedWith,
  type RecordedEvent,
  isStillOpen,
  openedWithAll,
} from '../event-store/event-log.js';
import { type DomainEvent, type Stream, streamName } from '../event-store/stream.js';
import { servedPositionOf } from './checkpoints.js';
import type { ReadModel } from './read-model.js';
import { type MutableRow, type RowChange, changedRow } from './row-change.js';
import type { SqlEngine } from './sql-engine.js';
import type { Columns, ReadRow, Row, Table, Value } from './table.js';
import {
  type From,
  NotReady,
  type PageOf,
  type Search,
  TableReader,
  isFiltered,
} from './table-reader.js';

/** A table whose rows are made of one stream each, which has their key as its id. */
export type OwnRows<Event extends DomainEvent, Of extends Columns> = {
  readonly table: Table<Of>;
  readonly source: Pick<Stream<unknown, Event>, 'category' | 'parse' | 'tellsOfErasure'>;
  readonly project: ReadModel<Event>['project'];
};

type PlaceOf = (partnerId: string) => Promise<bigint>;

/** A row as it was at a revision of its stream: events never change. */
type Folded = {
  readonly partnerId: string;
  readonly row: Row | null;
  readonly revision: bigint;
  /** It is shown only while these keys are kept. */
  readonly opened: OpenedWith;
};

const FOLDED_MAX = 2_000;

/**
 * Rows as the API shows them. By id, the stream is the truth: a read folds what came since the last
 * one, so it sees every write before it, whichever process made it. Lists are the read model's.
 */
export class Rows {
  private readonly folded = new LRUCache<string, Folded>({ max: FOLDED_MAX });

  constructor(
    private readonly engine: SqlEngine,
    private readonly log: EventLog,
    private readonly logger: Logger,
    private readonly heavy = new HeavyWork(),
  ) {}

  /** The row `id` of this partner, or of any (null); null when there is none, also for another partner's. */
  async byId<Event extends DomainEvent, Of extends Columns>(
    partnerId: string | null,
    own: OwnRows<Event, Of>,
    id: string,
  ): Promise<ReadRow<Of> | null> {
    if (!isUuid(id)) return null;
    // Those that come in one turn are answered in one: a client is woken once, not for each.
    await nextTurn();
    const folded = await this.foldedTo(own, id.toLowerCase());
    if (folded === undefined) return null;
    const isOurs = partnerId === null || folded.partnerId === partnerId;
    return isOurs ? (folded.row as ReadRow<Of> | null) : null;
  }

  /**
   * The row as its stream's events make it, up to the revision `upTo` when given. `first`: the first event,
   * where the caller has just appended it: nothing is read then for a row up to that one.
   * @throws Error when there are none.
   */
  async fold<Event extends DomainEvent, Of extends Columns>(
    own: OwnRows<Event, Of>,
    id: string,
    upTo: bigint | null = null,
    first: RecordedEvent | null = null,
  ): Promise<ReadRow<Of>> {
    const isAll = first !== null && first.revision === 0n && upTo === 0n;
    const folded = isAll ? foldOnto(undefined, own, id, [first]) : this.foldedTo(own, id, upTo);
    const row = (await folded)?.row ?? null;
    if (row === null) throw new Error(`Nothing in ${streamName(own.source, id)}`);
    return row as unknown as ReadRow<Of>;
  }

  /** What was folded before is kept: streams grow, and only what came since is read. */
  private async foldedTo<Event extends DomainEvent, Of extends Columns>(
    own: OwnRows<Event, Of>,
    id: string,
    upTo: bigint | null = null,
  ): Promise<Folded | undefined> {
    const name = streamName(own.source, id);
    const kept = this.folded.get(name);
    const known = kept !== undefined && (await this.leadsTo(upTo, own, kept)) ? kept : undefined;
    if (known?.revision === upTo) return known;
    const next = known === undefined ? 0n : known.revision + 1n;
    const since = await this.log.read(name, next, upTo ?? undefined);
    const folded = foldOnto(known, own, id, since);
    if (folded === undefined || folded === known) return folded;
    const isOlder = upTo !== null && kept !== undefined && folded.revision < kept.revision;
    if (!isOlder) this.folded.set(name, folded);
    return folded;
  }

  /** An event that tells of an erasure may stand behind `upTo`, where nobody reads it. */
  private leadsTo<Event extends DomainEvent, Of extends Columns>(
    upTo: bigint | null,
    { source }: OwnRows<Event, Of>,
    { revision, opened }: Folded,
  ): boolean | Promise<boolean> {
    if (upTo === null) return isStillOpen(this.log, source, opened);
    return revision <= upTo && isStillOpen(this.log, {}, opened);
  }

  /**
   * Several reads of the same moment. `from` answers a table's reader; `placeOf`, up to where in the log the
   * events of a partner are in what is read.
   * @throws {Refused} 503 while a table is made or away.
   */
  snapshot<Result>(work: (from: From, placeOf: PlaceOf) => Promise<Result>): Promise<Result> {
    const { engine } = this;
    return this.ready(() =>
      engine.snapshot((db) =>
        work(
          (table) => new TableReader({ db, dialect: engine.dialect }, table),
          async (partnerId) => {
            const position = await servedPositionOf(db, partnerId);
            if (position === null) throw new NotReady('nothing is served');
            return position;
          },
        ),
      ),
    );
  }

  /**
   * A page in the order of insertion. Large ones are heavy work.
   * @throws {Refused} 503 while the table is made or away, 429 when too many of the partner's wait.
   */
  page<Of extends Columns>(partnerId: string, table: Table<Of>, page: PageOf<Of>) {
    return this.heavy.page(partnerId, page, () => this.pageNow(partnerId, table, page));
  }

  private pageNow<Of extends Columns>(partnerId: string, table: Table<Of>, page: PageOf<Of>) {
    return isFiltered(page.where ?? {})
      ? this.snapshot((from) => from(table).page(partnerId, page))
      : this.from(table, (reader) => reader.page(partnerId, page));
  }

  /** @throws {Refused} 503 while the table is made or away. */
  find<Of extends Columns>(partnerId: string | null, table: Table<Of>, search: Search<Of>) {
    return this.from(table, (reader) => reader.find(partnerId, search));
  }

  /** What one read of a table answers. @throws {Refused} 503 while the table is made or away. */
  from<Of extends Columns, Result>(
    table: Table<Of>,
    read: (reader: TableReader<Of>) => Promise<Result>,
  ): Promise<Result> {
    return this.ready(() => read(new TableReader(this.engine, table)));
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
      this.logger.warn({ err: error }, 'read model away');
      throw unavailable('read_model_unavailable', 'Lists cannot be read now; try again shortly');
    }
  }
}

const foldOnto = <Event extends DomainEvent, Of extends Columns>(
  known: Folded | undefined,
  { table, source, project }: OwnRows<Event, Of>,
  id: string,
  recorded: readonly RecordedEvent[],
): Folded | undefined => {
  const [first, last] = [recorded[0], recorded.at(-1)];
  if (first === undefined || last === undefined) return known;
  const partnerId = known?.partnerId ?? first.metadata.partnerId;
  let row: MutableRow | null = known?.row ? { ...known.row } : null;
  for (const event of recorded)
    for (const change of project(source.parse(event.type, event.data), event))
      if (change.table.name === table.name && keyIn(change) === id)
        row = changedRow(row, change, partnerId);
  const opened = openedWithAll(known?.opened ?? new Map(), recorded);
  return { partnerId, row, revision: last.revision, opened };
};

const keyIn = (change: RowChange): Value | undefined =>
  (change.op === 'insert' ? change.row : change.key)[change.table.key[0] ?? ''];
