import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EsdbEventLog } from '#event-log/eventstoredb/esdb-event-log.js';
import {
  EventLogUnavailable,
  type ExpectedRevision,
  type NewEvent,
} from '#kernel/event-store/event-log.js';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { type NetworkFault, TcpProxy } from '../../support/tcp-proxy.js';
import { follow, followStreams, idsOf, newEvents, newStream } from './subject.js';

/** Longer than a call may take, and shorter than the patience for an append. */
const HARM_MS = 5_000;
const TRIES_MAX = 5;
const FAULTS: readonly (readonly [string, NetworkFault])[] = [
  ['is late', { kind: 'late', byMs: 250 }],
  ['is half-open', { kind: 'half-open' }],
  ['resets connections', { kind: 'reset', afterBytes: 700 }],
  ['lets no request through', { kind: 'blocked', way: 'there' }],
  ['lets no answer through', { kind: 'blocked', way: 'back' }],
];

describe('the event log behind a network that', () => {
  let server: EsdbServer;
  let proxy: TcpProxy;
  let log: EsdbEventLog;

  beforeEach(async () => {
    server = await EsdbServer.start();
    const url = new URL(server.url);
    proxy = await TcpProxy.open(Number(url.port));
    url.port = String(proxy.port);
    log = EsdbEventLog.connect(url.href);
  });

  afterEach(async () => {
    await log.close();
    await proxy.close();
    server.kill();
  });

  /** As a partner does: the same again, until it is answered. */
  const persistently = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ) => {
    for (let tries = 1; ; tries++) {
      try {
        return await log.append(stream, expected, events);
      } catch (error) {
        if (tries === TRIES_MAX || !(error instanceof EventLogUnavailable)) throw error;
      }
    }
  };

  it.each(FAULTS)('%s keeps and delivers each event once', async (_, fault) => {
    const [stream, events] = [newStream(), newEvents(30)];
    const following = followStreams(log, null, new Set([stream]), events.length);
    await persistently(stream, 'no_stream', events.slice(0, 10));
    await follow(log, null, (_all, caughtUp) => caughtUp);
    proxy.inject(fault);
    const appending = persistently(stream, 9n, events.slice(10, 20));
    await sleep(HARM_MS);
    proxy.inject(null);
    expect(await appending).toMatchObject({ revision: 19n });
    await persistently(stream, 19n, events.slice(20));
    expect(idsOf(await log.read(stream))).toEqual(idsOf(events));
    expect(idsOf(await following)).toEqual(idsOf(events));
  });
});
