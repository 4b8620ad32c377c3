import { Inject, Injectable } from '@nestjs/common';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { unacceptable } from '#kernel/refused.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { Rows } from '#read-models/rows.js';
import type { From } from '#read-models/table-reader.js';
import { EVENT_ID } from '../event/event-reader.js';
import type { EventType } from '../event/event-types.js';
import { BEGINNING, type FeedRow, feedTable } from './feed.projection.js';

export type FeedQuery = {
  /** An event id or a cursor; null: from the beginning. */
  readonly after: string | null;
  /** Null: all types. */
  readonly types: readonly EventType[] | null;
  readonly objectId: string | null;
  readonly limit: number;
};

export type FeedPage = {
  readonly rows: readonly FeedRow[];
  /** Position after which the next page begins. */
  readonly next: bigint;
  readonly hasMore: boolean;
};

const CURSOR = /^cur_(-1|\d{1,19})$/;

export const cursorOf = (position: bigint): string => `cur_${position}`;

/**
 * Reads the feed of a partner. Events are applied in log order, so a page up to the applied
 * position is final: no event ever appears before it.
 */
@Injectable()
export class Feed {
  constructor(
    private readonly rows: Rows,
    private readonly heavy: CooperativeScheduler,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** @throws {Refused} 422 `cursor_unknown`, 503 while the feed is rebuilt */
  async page(partnerId: string, query: FeedQuery): Promise<FeedPage> {
    const page = await this.heavy.page(partnerId, query, () =>
      this.rows.snapshot(async (from, appliedOf) => {
        const after = await positionOf(from, partnerId, query.after);
        if (after === null) return null;
        const applied = await appliedOf(partnerId);
        return { after, applied, found: await rowsAfter(from, partnerId, query, after) };
      }),
    );
    if (page === null) throw cursorUnknown();
    const { after, applied, found } = page;
    if (after > applied && after > ((await this.log.head()) ?? BEGINNING)) throw cursorUnknown();
    const rows = found.slice(0, query.limit);
    const hasMore = found.length > query.limit;
    const end = after > applied ? after : applied;
    return { rows, hasMore, next: hasMore ? (rows.at(-1)?.position ?? end) : end };
  }

  /**
   * Returns the log position that a cursor or the id of an event names. `pointer`: the field.
   * @throws {Refused} 422 `cursor_unknown`
   */
  async positionOf(partnerId: string, text: string, pointer: string): Promise<bigint> {
    const position = await this.rows.snapshot((from) => positionOf(from, partnerId, text));
    if (position === null) throw cursorUnknown(pointer);
    return position;
  }

  /** Returns an event of the partner, or null if the id is unknown. */
  async byId(partnerId: string, eventId: string): Promise<FeedRow | null> {
    const id = EVENT_ID.exec(eventId)?.[1];
    if (id === undefined) return null;
    const [row = null] = await this.rows.find(partnerId, feedTable, { where: { id } });
    return row;
  }
}

/** Null for an unknown cursor. */
const positionOf = async (
  from: From,
  partnerId: string,
  after: string | null,
): Promise<bigint | null> => {
  if (after === null) return BEGINNING;
  const position = CURSOR.exec(after)?.[1];
  if (position !== undefined) return BigInt(position);
  const id = EVENT_ID.exec(after)?.[1];
  if (id === undefined) return null;
  const [row] = await from(feedTable).find(partnerId, { where: { id } });
  return row?.position ?? null;
};

/** Returns one row more than the limit, to show whether there are more. */
const rowsAfter = async (
  from: From,
  partnerId: string,
  { types, objectId, limit }: FeedQuery,
  after: bigint,
): Promise<readonly FeedRow[]> => {
  const search = {
    atLeast: { position: after + 1n },
    orderBy: 'position',
    limit: limit + 1,
  } as const;
  if (types === null || objectId !== null) {
    const where = { objectId: objectId ?? undefined, type: types ?? undefined };
    return from(feedTable).find(partnerId, { ...search, where });
  }
  // One range of an index for each type, so that rare types are found without reading the others.
  const found: FeedRow[] = [];
  for (const type of new Set(types))
    found.push(...(await from(feedTable).find(partnerId, { ...search, where: { type } })));
  return found.sort((a, b) => (a.position < b.position ? -1 : 1)).slice(0, limit + 1);
};

const cursorUnknown = (pointer = '/after') =>
  unacceptable({
    pointer,
    code: 'cursor_unknown',
    detail: 'must be the id of one of your events, or `next` of an earlier page',
  });
