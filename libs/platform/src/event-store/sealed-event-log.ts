import { ownValue } from '../core/own-value.js';
import { pause } from '../core/pause.js';
import { RESUME_PAUSE_FIRST_MS, RESUME_PAUSE_MAX_MS } from '../core/timing.js';
import {
  type Appended,
  type Batch,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  type NewEvent,
  type OpenedWith,
  type RecordedEvent,
} from './event-log.js';
import { LookUps } from './look-ups.js';
import type { PersonKeys } from './person-keys.js';
import { openData, sealData, sealedIn, withNulls } from './sealed-data.js';

/**
 * A log whose personal fields are sealed on the way in and opened on the way out, each person's under
 * a key of its own. Events of before, which are plain, are handed over as they are. Once a key is
 * destroyed, all that it sealed reads as null.
 */
export class SealedEventLog implements EventLog {
  readonly unopened: Pick<EventLog, 'read' | 'subscribe'>;
  readonly lookUps: LookUps;

  constructor(
    private readonly log: EventLog,
    private readonly keys: PersonKeys,
  ) {
    this.lookUps = new LookUps(keys, async () => (await log.head()) === null);
    this.unopened = {
      read: async (stream, from) => (await log.read(stream, from)).map(closed),
      subscribe: (after, signal) => closedBatches(log.subscribe(after, signal)),
    };
  }

  async read(stream: string, from?: bigint): Promise<readonly RecordedEvent[]> {
    return this.opened(await this.log.read(stream, from));
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const sealed: NewEvent[] = [];
    for (const event of events) sealed.push(await this.sealed(stream, event));
    return this.log.append(stream, expected, sealed);
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    for await (const { events, caughtUp } of this.log.subscribe(after, signal)) {
      const opened = await this.persistently(events, signal);
      if (opened === null) return;
      yield { events: opened, caughtUp };
    }
  }

  areKept(opened: OpenedWith): Promise<boolean> {
    return this.keys.areKept(opened);
  }

  head(): Promise<bigint | null> {
    return this.log.head();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async sealed(stream: string, { personal, ...event }: NewEvent): Promise<NewEvent> {
    if (personal === undefined) return event;
    const data = event.data as Readonly<Record<string, unknown>>;
    if (personal.fields.every((field) => ownValue(data, field) === undefined)) return event;
    const key = await this.keys.toSeal(personal.of);
    return { ...event, data: sealData(data, personal, key, { ...event, stream }) };
  }

  private async opened(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const people = events.flatMap(({ data }) => sealedIn(data)?.of ?? []);
    if (people.length === 0) return events;
    const keys = await this.keys.toOpen(people);
    return events.map((event) => {
      const sealed = sealedIn(event.data);
      if (sealed === null) return event;
      const opened = sealed.box === undefined ? undefined : keys.get(sealed.of);
      if (opened === undefined) return { ...event, data: withNulls(event.data, sealed) };
      const { key, kept } = opened;
      const openedWith = [sealed.of, kept] as const;
      return { ...event, data: openData(event.data, sealed, key, event), openedWith };
    });
  }

  /** A store in trouble only makes subscribers late. Null after an abort. */
  private async persistently(events: readonly RecordedEvent[], signal: AbortSignal) {
    let pauseMs = RESUME_PAUSE_FIRST_MS;
    while (!signal.aborted) {
      try {
        return await this.opened(events);
      } catch (error) {
        if (!(error instanceof EventLogUnavailable)) throw error;
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, RESUME_PAUSE_MAX_MS);
      }
    }
    return null;
  }
}

const closed = (event: RecordedEvent): RecordedEvent => {
  const sealed = sealedIn(event.data);
  return sealed === null ? event : { ...event, data: withNulls(event.data, sealed) };
};

async function* closedBatches(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const { events, caughtUp } of batches) yield { events: events.map(closed), caughtUp };
}
