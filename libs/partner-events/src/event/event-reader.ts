import { Inject, Injectable } from '@nestjs/common';
import { type EventLog, type RecordedEvent, unopened } from '#kernel/event-store/event-log.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import type { FeedRow } from '../feed/feed.projection.js';
import { type EventType, objectTypeOf } from './event-types.js';
import { SUBJECTS, type Subject, rowAfter } from './subjects.js';

/** An event as partners receive it. `data` is the object right after the fact. */
export type PartnerEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly sequence: string;
  readonly requestId: string | null;
  readonly object: { readonly type: string; readonly id: string };
  readonly data: unknown;
};

export const EVENT_ID = /^evt_([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const eventIdOf = (rowId: string): string => `evt_${rowId}`;

/** Streams that are read at the same time. */
const READS_AT_ONCE = 16;

/** Part of an event that depends on the object's stream. */
type Content = Pick<PartnerEvent, 'requestId' | 'data'>;
type Group = { readonly subject: Subject; readonly rows: readonly FeedRow[] };

/**
 * Reads the content of events from the streams of their objects. The log never changes, so an event
 * always has the same content, except for personal fields after an erasure.
 */
@Injectable()
export class EventReader {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Returns the events of these rows of one partner, in their order. */
  async events(rows: readonly FeedRow[]): Promise<readonly PartnerEvent[]> {
    const contents = await this.contents(rows);
    return rows.map((row) => {
      const content = contents.get(row.id);
      if (content === undefined)
        throw new Error(`event ${row.id} is not in the stream of its object`);
      return eventOf(row, content);
    });
  }

  /** Returns the events that the log still has. A log restored from a backup may lack some. */
  async present(rows: readonly FeedRow[]): Promise<readonly PartnerEvent[]> {
    const contents = await this.contents(rows);
    return rows.flatMap((row) => {
      const content = contents.get(row.id);
      return content === undefined ? [] : [eventOf(row, content)];
    });
  }

  private async contents(rows: readonly FeedRow[]): Promise<ReadonlyMap<string, Content>> {
    const contents = new Map<string, Content>();
    const groups = groupsOf(rows);
    const read = async (): Promise<void> => {
      for (let group = groups.pop(); group !== undefined; group = groups.pop())
        for (const [id, content] of await this.contentsOf(group)) contents.set(id, content);
    };
    await Promise.all(Array.from({ length: Math.min(READS_AT_ONCE, groups.length) }, read));
    return contents;
  }

  private async contentsOf({ subject, rows }: Group): Promise<Map<string, Content>> {
    const [first] = rows;
    if (first === undefined) return new Map();
    const log = subject.isPersonal ? this.log : unopened(this.log);
    const { partnerId, objectId } = first;
    const last = rows.reduce((max, { revision }) => (revision > max ? revision : max), 0n);
    const opening = subject.openedBy?.(partnerId) ?? null;
    const opened = opening === null ? [] : await log.read(opening, 0n, 0n);
    const events = await log.read(subject.streamOf(partnerId, objectId), 0n, last);
    return contentsIn(subject, rows, [...opened, ...events]);
  }
}

/** Rows of one object share one read of its stream. */
const groupsOf = (rows: readonly FeedRow[]): Group[] => {
  const groups = new Map<string, FeedRow[]>();
  for (const row of rows) {
    const key = `${objectTypeOf(row.type as EventType)} ${row.objectId}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((same) => ({
    subject: SUBJECTS[objectTypeOf(same[0]!.type as EventType)],
    rows: same,
  }));
};

const contentsIn = (
  subject: Subject,
  rows: readonly FeedRow[],
  events: readonly RecordedEvent[],
): Map<string, Content> => {
  const { partnerId, objectId } = rows[0]!;
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  const contents = new Map<string, Content>();
  const requests = new Set<string>();
  let row: ReturnType<typeof rowAfter> = null;
  for (const recorded of events) {
    const { actor, correlationId } = recorded.metadata;
    if (actor.startsWith('partnerUser:')) requests.add(correlationId);
    row = rowAfter(subject, objectId, { partnerId, row }, recorded);
    const matching = byPosition.get(recorded.position);
    if (matching === undefined || row === null) continue;
    const requestId = requests.has(correlationId) ? correlationId : null;
    contents.set(matching.id, { requestId, data: subject.view({ ...row }) });
  }
  return contents;
};

const eventOf = (row: FeedRow, content: Content): PartnerEvent => {
  const type = row.type as EventType;
  return {
    id: eventIdOf(row.id),
    type,
    createdAt: row.createdAt,
    sequence: `${row.position}`,
    requestId: content.requestId,
    object: { type: objectTypeOf(type), id: row.objectId },
    data: content.data,
  };
};
