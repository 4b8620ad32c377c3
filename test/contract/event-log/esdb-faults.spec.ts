import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventStoreTroubles } from '#kernel/metrics.js';
import { EsdbEventLog } from '#event-log/eventstoredb/esdb-event-log.js';
import { claim, claimId } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import {
  EventLogDenied,
  EventLogUnavailable,
  type RecordedEvent,
  WrongExpectedRevision,
} from '#kernel/event-store/event-log.js';
import { certificateFolder, makeCertificate } from '../../support/certificate.js';
import { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { follow, followStreams, idsOf, newEvents, newStream } from './subject.js';
import {
  HEAD_PROBE_IDLE_MS,
  HEAD_PROBE_BEHIND_MS,
} from '#event-log/eventstoredb/esdb-head-watch.js';
import { eventually } from '../../support/sandbox.js';

const REFUSED = { what: 'call', reason: 'not-leader' };

const TRIES_MAX = 10;

/** A call that fails this late meets the search for a leader that an earlier failure began. */
const DISCOVERY_BEGUN_MS = 600;

/** The client asks both nodes ten times before it gives up, twice over. */
const FAILED_DISCOVERIES_GOSSIP = 40;

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

  it('says nothing of what it has, to a read in whose midst it is closed', async () => {
    const stream = newStream();
    await log.append(stream, 'no_stream', newEvents(1));
    server.faults.silence();
    const reading = expect(log.read(stream)).rejects.toThrow(EventLogUnavailable);
    while (server.faults.waited === 0) await new Promise((later) => setTimeout(later, 10));
    await log.close();
    await reading;
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

    it('notices a silent server and asks anew', async () => {
      const [stream, events] = [newStream(), newEvents(5)];
      const following = followStreams(log, null, new Set([stream]), 5);
      await log.append(stream, 'no_stream', events.slice(0, 2));
      const before = server.subscriptions.started;
      server.faults.silence();
      const asked = server.faults.waited;
      while (server.faults.waited < asked + 2)
        await new Promise((resolve) => setTimeout(resolve, 50));
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

    it('that has caught up asks for the head no more with each event', async () => {
      const stream = newStream();
      const following = followStreams(log, null, new Set([stream]), 20);
      await log.append(stream, 'no_stream', newEvents(1));
      while ((server.calls.get('read $all') ?? 0) === 0)
        await new Promise((later) => setTimeout(later, 10));
      const beganMs = performance.now();
      const before = server.calls.get('read $all') ?? 0;
      for (let at = 0n; at < 19n; at++) {
        await log.append(stream, at, newEvents(1));
        await new Promise((later) => setTimeout(later, HEAD_PROBE_BEHIND_MS));
      }
      await following;
      const idle = Math.ceil((performance.now() - beganMs) / HEAD_PROBE_IDLE_MS);
      expect((server.calls.get('read $all') ?? 0) - before).toBeLessThanOrEqual(idle + 1);
    });

    it('leaves no stream behind in the client', async () => {
      await log.append(newStream(), 'no_stream', newEvents(10));
      for (let round = 0; round < 5; round++) {
        await follow(log, null, (_, caughtUp) => caughtUp);
        await log.head();
      }
      const { client } = (
        log as unknown as { connection: { client: { disposableStreams: Set<unknown> } } }
      ).connection;
      await eventually(() => client.disposableStreams.size === 0);
    });
  });

  it('is reached over TLS by its host name without a warning', async () => {
    const warn = jest.spyOn(process, 'emitWarning');
    const [folder, pair] = [certificateFolder(), await makeCertificate('event store')];
    folder.put(pair);
    const secure = await EsdbServer.start(pair);
    const url = `esdb://localhost:${secure.port}?tlsCAFile=${folder.certFile}`;
    const overTls = EsdbEventLog.connect(url);
    try {
      await overTls.append(newStream(), 'no_stream', newEvents(1));
      expect(warn.mock.calls).toEqual([]);
    } finally {
      await overTls.close();
      secure.kill();
      folder.remove();
      warn.mockRestore();
    }
  });

  describe('whose user lacks a right', () => {
    it.each([
      ['read $all', 'read of $all'],
      ['tombstone', 'deletion of'],
    ])('to %s, names it at the start', async (right, named) => {
      await log.requireRights();
      server.faults.denied.add(right);
      const denied = expect(log.requireRights()).rejects;
      await denied.toThrow(EventLogDenied);
      await expect(log.requireRights()).rejects.toThrow(named);
    });

    it('to append, is told with the call and not repeated', async () => {
      server.faults.denied.add('append');
      const appending = log.append('contract-1', 'no_stream', newEvents(1));
      await expect(appending).rejects.toThrow(/denies the append to contract-1 .*EVENT_STORE_URL/);
      expect(server.calls.get('append contract')).toBe(1);
    });

    it.each(['read $all', 'subscribe $all'])('to %s, ends a subscription', async (right) => {
      server.faults.denied.add(right);
      const following = follow(log, null, () => false);
      await expect(following).rejects.toThrow('denies the subscription to $all');
    });

    it('starts all the same while the store is unavailable', async () => {
      server.kill();
      await log.requireRights();
    });
  });

  describe('that is a cluster', () => {
    let other: EsdbServer;
    const said: unknown[] = [];

    beforeEach(async () => {
      other = await EsdbServer.start();
      said.length = 0;
      await log.close();
      log = EsdbEventLog.connect(server.url, { warn: (details) => said.push(details) });
    });

    afterEach(() => other.kill());

    /** The node we know has this much, and another one leads and goes on. */
    const lagging = async (stream: string, known: number) => {
      if (known > 0) await log.append(stream, 'no_stream', newEvents(known));
      other.lead(server);
      server.follow(other);
      const elsewhere = EsdbEventLog.connect(other.url);
      const at = known === 0 ? 'no_stream' : BigInt(known - 1);
      const later = newEvents(2);
      await elsewhere.append(stream, at, later);
      await elsewhere.close();
      return later;
    };

    it('is read where it leads, and not where it lags behind', async () => {
      const stream = newStream();
      const later = await lagging(stream, 1);
      const read = await log.read(stream);
      expect(idsOf(read).slice(1)).toEqual(idsOf(later));
      expect(await log.head()).toBe(read.at(-1)?.position);
    });

    it('tells its head as it is where it leads', async () => {
      await lagging(newStream(), 1);
      const elsewhere = EsdbEventLog.connect(other.url);
      const head = await elsewhere.head();
      await elsewhere.close();
      expect(await log.head()).toBe(head);
    });

    it('has the key that somebody has where it leads, and lists no fewer', async () => {
      other.lead(server);
      server.follow(other);
      const elsewhere = EsdbEventLog.connect(other.url);
      await elsewhere.keys.create('somebody', 'key');
      await elsewhere.close();
      const listed = await log.keys
        .all()
        .next()
        .catch(() => ({ done: false }));
      expect(listed).not.toMatchObject({ done: true });
      await log.close();
      log = EsdbEventLog.connect(server.url);
      expect(await log.keys.find(['somebody'])).toEqual(new Map([['somebody', 'key']]));
    });

    it('tells who was too late with a claim that another has it', async () => {
      const cause = { partnerId: 'p-1', correlationId: 'r', causationId: 'r', actor: 'test' };
      const id = claimId('email', newStream());
      other.lead(server);
      server.follow(other);
      const elsewhere = EsdbEventLog.connect(other.url);
      expect(await claim(new EventStore(elsewhere), id, 'first', new Date(), cause)).toBe('first');
      await elsewhere.close();
      expect(await claim(new EventStore(log), id, 'second', new Date(), cause)).toBe('first');
    });

    it('is written where it leads, and counts the call that was refused', async () => {
      eventStoreTroubles.reset();
      const stream = newStream();
      await lagging(stream, 0);
      await log.append(stream, 1n, newEvents(1));
      const { values } = await eventStoreTroubles.get();
      expect(values.map(({ labels }) => labels)).toContainEqual(REFUSED);
      expect(said).toContainEqual({ reason: 'not-leader' });
      expect(other.events.stream(stream)).toHaveLength(3);
      expect(server.events.stream(stream)).toHaveLength(0);
    });

    it('is found again where it leads when the leader before falls silent', async () => {
      const [stream, events] = [newStream(), newEvents(3)];
      const nodes = await EsdbCluster.start();
      const clustered = EsdbEventLog.connect(nodes.url);
      try {
        const following = followStreams(clustered, null, new Set([stream]), 3);
        await clustered.append(stream, 'no_stream', events.slice(0, 1));
        nodes.leader.faults.silence();
        nodes.elect();
        await clustered.append(stream, 0n, events.slice(1));
        expect(idsOf(await clustered.read(stream))).toEqual(idsOf(events));
        expect(idsOf(await following)).toEqual(idsOf(events));
        expect(idsOf(nodes.leader.events.stream(stream))).toEqual(idsOf(events));
      } finally {
        await clustered.close();
        nodes.kill();
      }
    });

    it('says nothing of what it has, to reads whose client is given up in their midst', async () => {
      const [stream, events] = [newStream(), newEvents(3)];
      const nodes = await EsdbCluster.start();
      const clustered = EsdbEventLog.connect(nodes.url);
      try {
        const { position } = await clustered.append(stream, 'no_stream', events);
        expect(await clustered.keys.create('somebody', 'key')).toBe('key');
        nodes.leader.faults.silence();
        nodes.elect();
        const first = clustered.read(stream);
        await new Promise((later) => setTimeout(later, 200));
        const others = [
          clustered.read(stream),
          clustered.head(),
          clustered.keys.find(['somebody']),
        ];
        expect(await Promise.all([first, ...others])).toEqual([
          ...[expect.anything(), expect.anything(), position],
          new Map([['somebody', 'key']]),
        ]);
        expect(idsOf(await first)).toEqual(idsOf(events));
        expect(idsOf((await others[0]) as RecordedEvent[])).toEqual(idsOf(events));
      } finally {
        await clustered.close();
        nodes.kill();
      }
    });

    it('is followed on where it leads after an election, and tells why', async () => {
      const [stream, events] = [newStream(), newEvents(20)];
      const following = followStreams(log, null, new Set([stream]), 20);
      await log.append(stream, 'no_stream', events.slice(0, 10));
      await follow(log, null, (all) => all.length > 0);
      while (server.subscriptions.sent < 10) await new Promise((later) => setTimeout(later, 10));
      server.faults.leaderless = true;
      other.lead(server);
      const appending = log.append(stream, 9n, events.slice(10));
      server.follow(other);
      server.faults.leaderless = false;
      await appending;
      expect(idsOf(await following)).toEqual(idsOf(events));
      expect(said).toContainEqual({ reason: 'not-leader', after: expect.any(String) });
    });

    it('survives the time without a leader, and counts and logs it as no-leader', async () => {
      eventStoreTroubles.reset();
      const [stream, events] = [newStream(), newEvents(3)];
      const nodes = await EsdbCluster.start();
      const clustered = EsdbEventLog.connect(nodes.url, { warn: (details) => said.push(details) });
      try {
        const following = followStreams(clustered, null, new Set([stream]), 3);
        await clustered.append(stream, 'no_stream', events.slice(0, 1));
        while (nodes.leader.subscriptions.sent === 0)
          await new Promise((later) => setTimeout(later, 10));
        nodes.leader.faults.delayMs = DISCOVERY_BEGUN_MS;
        const slow = Array.from({ length: 3 }, () => clustered.read(stream));
        await new Promise((later) => setTimeout(later, DISCOVERY_BEGUN_MS / 2));
        nodes.leader.faults.delayMs = 0;
        const findLeader = nodes.loseLeader();
        const calls = [
          ...slow,
          clustered.read(stream),
          clustered.append(stream, 0n, events.slice(1)),
        ];
        const enough = nodes.gossipRequests + FAILED_DISCOVERIES_GOSSIP;
        while (nodes.gossipRequests < enough) await new Promise((later) => setTimeout(later, 10));
        findLeader();
        await Promise.all(calls);
        expect(idsOf(await following)).toEqual(idsOf(events));
        expect(said).toContainEqual({ reason: 'no-leader' });
        const { values } = await eventStoreTroubles.get();
        expect(values.map(({ labels }) => labels)).toContainEqual({
          ...{ what: 'call', reason: 'no-leader' },
        });
      } finally {
        await clustered.close();
        nodes.kill();
      }
    });
  });
});
