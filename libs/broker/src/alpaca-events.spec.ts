import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import { AlpacaBroker } from './alpaca-broker.js';
import type { BrokerNotification } from './broker.js';

let server: ScriptedServer;
let broker: AlpacaBroker;
let abort: AbortController;
let lastCursor: string | null;

beforeEach(async () => {
  server = await ScriptedServer.start();
  const credentials = { keyId: 'key', secret: 'hush', firmAccountId: 'firm' };
  broker = new AlpacaBroker({ url: server.url, ...credentials, silenceMs: 1_500 });
  abort = new AbortController();
});

afterEach(async () => {
  abort.abort();
  await broker.close();
  await server.stop();
});

type Connection = (response: ServerResponse) => void;

/** One script per connection. Later connections stay open and send one heartbeat. */
const connections = (...scripts: readonly Connection[]): void => {
  let count = 0;
  server.on((_, response) => {
    const script = scripts[count] ?? (() => undefined);
    count += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':heartbeat\n\n');
    script(response);
  });
};

const KEY = 'b0b6dd9d-8b9b-4a2f-9c3c-0d1c6e1a7b11';
const OTHER = 'c1b6dd9d-8b9b-4a2f-9c3c-0d1c6e1a7b11';
const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const accountEvent = (n: number): string =>
  frame({ event_ulid: `ULID-${n}`, account_id: `account-${n}`, status_to: 'ACTIVE' });

/** Reads the first notifications of a stream and then aborts it. */
const take = async (
  count: number,
  stream: BrokerNotification['stream'] = 'accounts',
  cursor: string | null = null,
): Promise<readonly BrokerNotification[]> => {
  const notifications: BrokerNotification[] = [];
  for await (const batch of broker.notifications(stream, cursor, abort.signal)) {
    notifications.push(...batch.notifications);
    lastCursor = batch.cursor;
    if (notifications.length >= count) abort.abort();
  }
  return notifications;
};

const ids = (notifications: readonly BrokerNotification[]): readonly (string | null)[] =>
  notifications.map((notification) => notification.eventId);
const cursors = (name: string): readonly (string | null)[] =>
  server.seen.map(({ query }) => query.get(name));

describe('the notifications of each stream', () => {
  it('of accounts', async () => {
    connections((response) => response.write(accountEvent(1)));
    expect(await take(1)).toEqual([
      { stream: 'accounts', eventId: 'ULID-1', accountId: 'account-1' },
    ]);
    expect(server.last.path).toBe('/v1/events/accounts/status');
    expect(server.last.headers.accept).toBe('text/event-stream');
    expect(server.last.query.size).toBe(0);
  });

  it('of journals, by the idempotency key or else the description', async () => {
    const base = { journal_id: 'j', status_to: 'executed' };
    connections((response) => {
      response.write(frame({ ...base, event_id: '1', idempotency_key: KEY, description: OTHER }));
      response.write(frame({ ...base, event_id: '2', description: OTHER.toUpperCase() }));
      response.write(frame({ ...base, event_id: '3', description: '' }));
      response.write(frame({ ...base, event_id: '4', status_to: 'queued' }));
      response.write(frame({ ...base, event_id: '5', description: `Reversal of ${OTHER}` }));
    });
    const journal = { stream: 'journals', journalId: 'j' };
    expect(await take(5, 'journals', '0')).toEqual([
      { ...journal, eventId: '1', journalKey: KEY, change: 'progress' },
      { ...journal, eventId: '2', journalKey: OTHER, change: 'correction' },
      { ...journal, eventId: '3', journalKey: null, change: 'correction' },
      { ...journal, eventId: '4', journalKey: null, change: 'correction' },
      { ...journal, eventId: '5', journalKey: OTHER, change: 'correction' },
    ]);
    expect(server.last.path).toBe('/v2/events/journals/status');
    expect(cursors('since_id')).toEqual(['0']);
  });

  it('of trades', async () => {
    const order = { client_order_id: 'o-1', status: 'filled' };
    const expected = [
      ['accepted', 'arrival'],
      ['pending_new', 'arrival'],
      ['new', 'arrival'],
      ['fill', 'progress'],
      ['new_word', 'progress'],
      ['trade_bust', 'correction'],
    ];
    connections((response) => {
      for (const [event] of expected)
        response.write(frame({ event_id: `id of ${event}`, event, order }));
    });
    expect(await take(expected.length, 'trades', '0')).toEqual(
      expected.map(([event, change]) => ({
        ...{ stream: 'trades', eventId: `id of ${event}`, clientOrderId: 'o-1', change },
      })),
    );
    expect(server.last.path).toBe('/v2/events/trades');
    expect(cursors('since_id')).toEqual(['0']);
  });
});

describe('a stream', () => {
  it('resumes after the last notification when the server drops the connection', async () => {
    connections(
      (response) => response.end(accountEvent(1) + accountEvent(2)),
      (response) => {
        response.write(accountEvent(3));
        setTimeout(() => response.destroy(), 20);
      },
      (response) => response.write(accountEvent(4)),
    );
    expect(ids(await take(4, 'accounts', 'ULID-0'))).toEqual([1, 2, 3, 4].map((n) => `ULID-${n}`));
    expect(cursors('since_ulid')).toEqual(['ULID-0', 'ULID-2', 'ULID-3']);
  });

  it('reads frames in pieces and skips unreadable ones', async () => {
    const [head, tail] = [accountEvent(2).slice(0, 25), accountEvent(2).slice(25)];
    connections((response) => {
      response.write(`data: {"broken\n\n${frame({ event_ulid: 'ULID-1' })}: a comment\n\n${head}`);
      setTimeout(() => response.write(tail), 20);
    });
    expect(ids(await take(1))).toEqual(['ULID-2']);
    expect(server.seen).toHaveLength(1);
  });

  it('returns events without an id, and moves past unreadable ones', async () => {
    connections(
      (response) => {
        response.write(accountEvent(1));
        response.write(frame({ account_id: 'account-2', status_to: 'ACTIVE' }));
        response.write(frame({ event_ulid: 'ULID-3', account_id: 7 }));
        setTimeout(() => response.destroy(), 20);
      },
      (response) => response.write(accountEvent(4)),
    );
    expect(ids(await take(3))).toEqual(['ULID-1', null, 'ULID-4']);
    expect(cursors('since_ulid')).toEqual([null, 'ULID-3']);
    expect(lastCursor).toBe('ULID-4');
  });

  it.each([
    ['contains a colon', 'not:one'],
    ['is longer than a request may be', 'U'.repeat(20_000)],
  ])('returns events whose id %s, and resumes after the last usable id', async (_, none) => {
    connections(
      (response) => {
        response.write(accountEvent(1));
        response.write(frame({ event_ulid: none, account_id: 'account-2' }));
        response.write(frame({ event_ulid: none, account_id: 7 }));
        setTimeout(() => response.destroy(), 20);
      },
      (response) => response.write(accountEvent(2)),
    );
    expect(ids(await take(3))).toEqual(['ULID-1', none, 'ULID-2']);
    expect(cursors('since_ulid')).toEqual([null, 'ULID-1']);
  });

  it('does not take a third-party description for our key', async () => {
    const base = { journal_id: 'j', status_to: 'executed' };
    const names = ['Top-up: March', '', null, 'x'.repeat(1_000), 7, { a: 1 }];
    connections((response) => {
      for (const description of names)
        response.write(frame({ ...base, event_id: '1', description }));
    });
    for (const notification of await take(names.length, 'journals', '0'))
      expect(notification).toMatchObject({ journalKey: null });
  });

  it('restarts after the last notification when the server dropped some', async () => {
    connections(
      (response) => {
        const gap = ': you are reading too slowly, dropped 10000 messages\n\n';
        response.write(accountEvent(1) + gap + accountEvent(9));
      },
      (response) => response.write(accountEvent(2)),
    );
    expect(ids(await take(2))).toEqual(['ULID-1', 'ULID-2']);
    expect(cursors('since_ulid')).toEqual([null, 'ULID-1']);
  });

  it('is reopened after silence', async () => {
    connections(
      () => undefined,
      (response) => response.write(accountEvent(1)),
    );
    expect(ids(await take(1))).toEqual(['ULID-1']);
    expect(server.seen).toHaveLength(2);
  });

  it('reconnects after rejections and resets', async () => {
    let count = 0;
    server.on((_, response) => {
      count += 1;
      if (count === 1) response.socket?.resetAndDestroy();
      else if (count === 2) response.writeHead(429).end('Too many requests');
      else response.writeHead(200).write(accountEvent(count));
    });
    expect(ids(await take(1, 'accounts', 'ULID-0'))).toEqual(['ULID-3']);
    expect(cursors('since_ulid')).toEqual(['ULID-0', 'ULID-0', 'ULID-0']);
  });

  it.each([
    ['a page', { 'content-type': 'text/html' }, '<html>\ndata: {}\n\n</html>'],
    ['nothing', { 'content-type': 'text/event-stream' }, '\n'],
  ])(
    'reconnects with longer pauses while the server returns 200 with %s',
    async (_, headers, text) => {
      const at: number[] = [];
      server.on((_seen, response) => {
        at.push(performance.now());
        if (at.length <= 4) response.writeHead(200, headers).end(text);
        else response.writeHead(200).write(accountEvent(1));
      });
      expect(ids(await take(1, 'accounts', 'ULID-0'))).toEqual(['ULID-1']);
      expect(cursors('since_ulid')).toEqual(at.map(() => 'ULID-0'));
      // The pauses double, with at least half of 200, 400, 800 and 1 600 ms.
      expect(at[4]! - at[3]!).toBeGreaterThan(700);
    },
  );

  it('continues live when the broker no longer knows the cursor', async () => {
    server.on(({ query }, response) => {
      if (query.has('since_ulid')) response.writeHead(422).end('{}');
      else response.writeHead(200).write(accountEvent(1));
    });
    expect(ids(await take(1, 'accounts', 'forgotten'))).toEqual(['ULID-1']);
  });

  it('ends without an error when aborted: before, while connecting, while silent', async () => {
    abort.abort();
    expect(await take(1)).toEqual([]);
    expect(server.seen).toHaveLength(0);

    abort = new AbortController();
    server.on(() => abort.abort());
    expect(await take(1)).toEqual([]);

    abort = new AbortController();
    connections(() => setTimeout(() => abort.abort(), 20));
    expect(await take(1)).toEqual([]);
  });

  it('closes the connection when its reader stops', async () => {
    const closed = new Promise((resolve) => {
      connections((response) => {
        response.on('close', resolve);
        response.write(accountEvent(1));
      });
    });
    for await (const { notifications } of broker.notifications('accounts', null, abort.signal))
      if (notifications[0]?.eventId === 'ULID-1') break;
    await closed;
    expect(server.seen).toHaveLength(1);
  });
});
