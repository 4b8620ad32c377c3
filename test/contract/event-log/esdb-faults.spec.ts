import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EsdbEventLog } from '#platform/event-store/esdb-event-log.js';
import { EventLogUnavailable, WrongExpectedRevision } from '#platform/event-store/event-log.js';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { follow, followStreams, idsOf, newEvents, newStream } from './subject.js';

const TRIES_MAX = 10;

describe('the event log on an EventStoreDB in trouble', () => {
  let server: EsdbServer;
  let log: EsdbEventLog;

  beforeEach(async () => {
    server = await EsdbServer.start();
    log = EsdbEventLog.connect(server.url);
  });

  afterEach(async () => {
    await log.close();
    server.kill();
  });

  const storedOnce = async (stream: string, events: readonly { readonly id: string }[]) =>
    expect(idsOf(await log.read(stream))).toEqual(idsOf(events));

  /** A large one may take longer on a busy machine than the log waits. It is the same one again. */
  const append = async (...args: Parameters<EsdbEventLog['append']>): Promise<void> => {
    for (let left = TRIES_MAX; ; left--)
      try {
        await log.append(...args);
        return;
      } catch (error) {
        if (left === 1 || !(error instanceof EventLogUnavailable)) throw error;
      }
  };

  describe('an append', () => {
    it('whose answer is lost is repeated and answers as the first', async () => {
      const [stream, events] = [newStream(), newEvents(3)];
      server.faults.storeWithoutAnswer(1);
      expect(await log.append(stream, 'no_stream', events)).toMatchObject({ revision: 2n });
      await storedOnce(stream, events);
    });

    it('is repeated while the server is not ready', async () => {
      const [stream, events] = [newStream(), newEvents(2)];
      server.faults.unavailable(3);
      await log.append(stream, 'no_stream', events);
      await storedOnce(stream, events);
    });

    it('of a silent server has an unknown outcome; repeating it later is safe', async () => {
      const [stream, events] = [newStream(), newEvents(2)];
      await log.append(newStream(), 'no_stream', newEvents(1));
      server.faults.silence();
      const failed = [log.append(stream, 'no_stream', events), log.read(stream), log.head()];
      for (const outcome of await Promise.allSettled(failed))
        expect(outcome).toMatchObject({ reason: expect.any(EventLogUnavailable) });
      server.faults.speak();
      expect(await log.append(stream, 'no_stream', events)).toMatchObject({ revision: 1n });
      await storedOnce(stream, events);
    });

    it('survives the death and return of the server', async () => {
      const [stream, events] = [newStream(), newEvents(3)];
      await log.append(stream, 'no_stream', events.slice(0, 1));
      server.kill();
      const appending = log.append(stream, 0n, events.slice(1));
      await server.listen();
      await appending;
      await storedOnce(stream, events);
    });

    it('that repeats after a lost answer still conflicts with what others wrote', async () => {
      const stream = newStream();
      await log.append(stream, 'no_stream', newEvents(2));
      server.faults.unavailable(1);
      await expect(log.append(stream, 0n, newEvents(1))).rejects.toThrow(WrongExpectedRevision);
    });
  });

  describe('a live subscription', () => {
    const troubles: readonly (readonly [string, () => void | Promise<void>])[] = [
      ['breaks', () => server.subscriptions.break()],
      ['ends without a word', () => server.subscriptions.end()],
      ['delivers nothing any more', () => server.subscriptions.stall()],
      ['loses its server for a moment', () => (server.kill(), server.listen())],
    ];

    it.each(troubles)('that %s goes on without gap or duplicate', async (_, trouble) => {
      const [stream, events] = [newStream(), newEvents(30)];
      const streams = new Set([stream]);
      let delivered = 0;
      const live = new Promise<void>((resolve) => {
        void follow(log, null, (all) => {
          delivered = all.length;
          if (delivered > 0) resolve();
          return delivered > 0;
        });
      });
      const following = followStreams(log, null, streams, 30);
      await log.append(stream, 'no_stream', events.slice(0, 10));
      await live;
      await trouble();
      await log.append(stream, 9n, events.slice(10));
      expect(idsOf(await following)).toEqual(idsOf(events));
    });

    it('notices a silent server and asks anew within 10 s', async () => {
      const [stream, events] = [newStream(), newEvents(5)];
      const following = followStreams(log, null, new Set([stream]), 5);
      await log.append(stream, 'no_stream', events.slice(0, 2));
      const before = server.subscriptions.started;
      server.faults.silence();
      const asked = server.faults.waited;
      const silentSinceMs = Date.now();
      while (server.faults.waited < asked + 2 && Date.now() - silentSinceMs < 10_000)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(server.faults.waited).toBeGreaterThanOrEqual(asked + 2);
      server.faults.speak();
      await log.append(stream, 1n, events.slice(2));
      expect(idsOf(await following)).toEqual(idsOf(events));
      expect(server.subscriptions.started).toBeGreaterThan(before);
    });

    it('that is thrown out by a burst goes on without gap or duplicate', async () => {
      const [stream, events] = [newStream(), newEvents(1_501)];
      const following = followStreams(log, null, new Set([stream]), 1_501);
      await log.append(stream, 'no_stream', events.slice(0, 1));
      await follow(log, null, (_, caughtUp) => caughtUp);
      await append(stream, 0n, events.slice(1));
      expect(idsOf(await following)).toEqual(idsOf(events));
      expect(server.subscriptions.thrownOut).toBeGreaterThan(0);
    });

    it('is held back by a slow reader', async () => {
      const stream = newStream();
      for (let at = -1n; at < 4_999n; at += 500n)
        await append(stream, at < 0n ? 'no_stream' : at, newEvents(500, 'x'.repeat(1_000)));
      const sent = server.subscriptions.sent;
      for await (const batch of log.subscribe(null, new AbortController().signal)) {
        if (batch.events.length === 0) continue;
        await new Promise((resolve) => setTimeout(resolve, 500));
        break;
      }
      expect(server.subscriptions.sent - sent).toBeLessThan(4_000);
    });

    it('leaves no stream behind in the client', async () => {
      await log.append(newStream(), 'no_stream', newEvents(10));
      for (let round = 0; round < 5; round++) {
        await follow(log, null, (_, caughtUp) => caughtUp);
        await log.head();
      }
      const client = (log as unknown as { client: { disposableStreams: Set<unknown> } }).client;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(client.disposableStreams.size).toBe(0);
    });
  });
});
