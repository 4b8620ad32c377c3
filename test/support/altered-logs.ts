import type { Batch, EventLog } from '#platform/event-store/event-log.js';

/** The same log at positions that no double can hold. */
export const movedBy = (log: EventLog, offset: bigint): EventLog => ({
  read: (stream, from) => log.read(stream, from),
  append: (stream, expected, events) => log.append(stream, expected, events),
  head: async () => ((await log.head()) ?? 0n) + offset,
  close: () => log.close(),
  async *subscribe(after, signal): AsyncGenerator<Batch> {
    const from = after === null ? null : after - offset;
    for await (const { events, caughtUp } of log.subscribe(from, signal))
      yield { events: events.map((e) => ({ ...e, position: e.position + offset })), caughtUp };
  },
});

/** The same log in batches of one event each. */
export const inSteps = (log: EventLog): EventLog => ({
  read: (stream, from) => log.read(stream, from),
  append: (stream, expected, events) => log.append(stream, expected, events),
  head: () => log.head(),
  close: () => log.close(),
  async *subscribe(after, signal): AsyncGenerator<Batch> {
    for await (const { events, caughtUp } of log.subscribe(after, signal)) {
      for (const event of events.slice(0, -1)) yield { events: [event], caughtUp: false };
      yield { events: events.slice(-1), caughtUp };
    }
  },
});

/** The same log, one event at a time, that falls silent after `last` until it is released. */
export const heldAfter = (last: bigint, log: EventLog) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const stepping = inSteps(log);
  const held: EventLog = {
    ...stepping,
    async *subscribe(after, signal): AsyncGenerator<Batch> {
      for await (const batch of stepping.subscribe(after, signal)) {
        yield batch;
        if (batch.events[0]?.position === last) await released;
      }
    },
  };
  return { log: held, release };
};
