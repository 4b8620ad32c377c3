import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog, NewEvent, RecordedEvent } from '#kernel/event-store/event-log.js';
import type { KeyedEventLog } from '#kernel/event-store/person-key-store.js';

const PART = 100;

/** What the contract is asked of, and how to be rid of it. */
export type Subject = { readonly log: KeyedEventLog; readonly stop: () => Promise<void> };

export const newStream = (): string => `contract-${randomUUID()}`;

export const newEvent = (data: unknown = { some: 'data' }): NewEvent => ({
  id: randomUUID(),
  type: 'Happened',
  data,
  metadata: {
    partnerId: 'partner-1',
    correlationId: 'request-1',
    causationId: 'command-1',
    actor: 'worker',
    at: '2026-01-02T03:04:05.678Z',
  },
});

export const newEvents = (count: number, rebuild = ''): NewEvent[] =>
  Array.from({ length: count }, (_, index) => newEvent({ index, rebuild }));

export const idsOf = (events: readonly { readonly id: string }[]): string[] =>
  events.map(({ id }) => id);

/** More events than fit one page of anything, in appends that end in time on a busy machine too. */
export const appendMany = async (log: EventLog, stream: string, events: readonly NewEvent[]) => {
  for (let at = 0; at < events.length; at += PART)
    await log.append(stream, at === 0 ? 'no_stream' : BigInt(at - 1), events.slice(at, at + PART));
};

/** Everything a subscription hands over, until it is enough. */
export const follow = async (
  log: EventLog,
  after: bigint | null,
  isEnough: (events: readonly RecordedEvent[], caughtUp: boolean) => boolean,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  const abort = new AbortController();
  for await (const batch of log.subscribe(after, abort.signal)) {
    events.push(...batch.events);
    if (isEnough(events, batch.caughtUp)) abort.abort();
  }
  return events;
};

/** Follows until so many events of one kind of stream are there, and answers only those. */
export const followStreams = async (
  log: EventLog,
  after: bigint | null,
  streams: ReadonlySet<string>,
  count: number,
): Promise<RecordedEvent[]> => {
  const ours = (events: readonly RecordedEvent[]) =>
    events.filter((one) => streams.has(one.stream));
  let found = 0;
  let seen = 0;
  const events = await follow(log, after, (all) => {
    found += ours(all.slice(seen)).length;
    seen = all.length;
    return found >= count;
  });
  return ours(events);
};

export const temporaryDirectory = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'event-log-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
