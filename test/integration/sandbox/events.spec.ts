import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createParser } from 'eventsource-parser';
import { firstUlidOf, momentOf } from '../../../apps/sandbox/store/ulid.js';
import { eventsOf } from '../../support/sandbox-events.js';
import { eventually, type Json, journalTo, TestSandbox } from '../../support/sandbox.js';

const KEY = { authorization: `Basic ${Buffer.from('key:secret').toString('base64')}` };

describe('event streams of the sandbox broker', () => {
  let sandbox: TestSandbox;
  let account: string;
  const closers: AbortController[] = [];
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.fundedAccount('1000.00');
  });
  afterAll(async () => {
    for (const closer of closers) closer.abort();
    await sandbox.destroy();
  });

  const listen = async (path: string) => {
    const closer = new AbortController();
    closers.push(closer);
    const seen: Json[] = [];
    const comments: string[] = [];
    const parser = createParser({
      onEvent: ({ data }) => seen.push(JSON.parse(data)),
      onComment: (text) => comments.push(text),
    });
    const { status, body } = await fetch(`${sandbox.url}/broker${path}`, {
      headers: KEY,
      signal: closer.signal,
    });
    const read = async () => {
      for await (const bytes of body!) parser.feed(Buffer.from(bytes).toString());
    };
    read().catch(() => undefined);
    return { status, seen, comments, close: () => closer.abort() };
  };
  const pay = async (amount: string, key: string) => {
    const headers = { 'idempotency-key': key };
    const journal = journalTo(account, amount, key);
    return (await sandbox.broker('POST', '/v1/journals', journal, headers)).body.id as string;
  };
  const statusOf = async (id: string) =>
    (await sandbox.broker('GET', `/v1/journals/${id}`)).body.status as string;
  const wordsOf = (seen: readonly Json[], id: string) =>
    seen.filter(({ journal_id }) => journal_id === id).map(({ status_to }) => status_to as string);

  const FROM_THE_START = '0'.repeat(26);

  it('tell nothing of the past without a cursor, and hearts beat', async () => {
    const { seen, comments } = await listen('/v2/events/journals/status');
    await eventually(() => comments.length > 2);
    expect(seen).toEqual([]);
    const id = await pay('1.17', 'live');
    await eventually(() => wordsOf(seen, id).length === 3);
    expect(wordsOf(seen, id)).toEqual(['queued', 'executed', 'canceled']);
    expect(seen[2]).toMatchObject({ status_from: 'executed', idempotency_key: 'live' });
  });

  it('replay what came after the cursor, then go on live, without gap or double', async () => {
    const first = await listen(`/v2/events/journals/status?since_id=${FROM_THE_START}`);
    await eventually(() => first.seen.length >= 2);
    const cursor = first.seen[0].event_id;
    const second = await listen(`/v2/events/journals/status?since_id=${cursor}`);
    await pay('2.00', 'both');
    await eventually(() => first.seen.at(-1)?.status_to === 'executed' && second.seen.length > 0);
    await eventually(() => second.seen.length === first.seen.length - 1);
    expect(second.seen).toEqual(first.seen.slice(1));
    const ids = first.seen.map(({ event_id }) => event_id as string);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it.each([
    ['moments', (at: string) => ({ since: '2020-01-01T00:00:00.000Z', until: at })],
    ['ids', (at: string) => ({ since_id: FROM_THE_START, until_id: firstUlidOf(Date.parse(at)) })],
  ])('end at their end, given by %s, and tell nothing after it', async (_, bounds) => {
    const all = await listen(`/v2/events/journals/status?since_id=${FROM_THE_START}`);
    await eventually(() => all.seen.length > 0);
    const id = await pay('3.00', randomUUID());
    await eventually(() => wordsOf(all.seen, id).length === 2);
    const before = all.seen.filter(({ journal_id }) => journal_id !== id);
    const from = all.seen.find(({ journal_id }) => journal_id === id).event_id;
    const query = new URLSearchParams(bounds(new Date(momentOf(from)).toISOString()));
    const answer = await fetch(
      `${sandbox.url}/broker/v2/events/journals/status?${query.toString()}`,
      {
        headers: KEY,
      },
    );
    const told = [...(await answer.text()).matchAll(/^data: (.*)$/gm)];
    expect(told.map(([, json]) => JSON.parse(json!))).toEqual(before);
    const { status } = await listen('/v2/events/journals/status?until=2020-01-01');
    expect(status).toBe(400);
  });

  it('of accounts carry their own id field and begin with an empty status', async () => {
    const { seen } = await listen(`/v1/events/accounts/status?since_ulid=${FROM_THE_START}`);
    await eventually(() => seen.length === 3);
    expect(seen.map(({ status_from, status_to }): Json => [status_from, status_to])).toEqual([
      ['', 'SUBMITTED'],
      ['SUBMITTED', 'APPROVED'],
      ['APPROVED', 'ACTIVE'],
    ]);
    expect(seen[2].event_ulid).toHaveLength(26);
    expect(seen[2].account_number).toMatch(/^\d+$/);
  });

  it('of trades carry the order', async () => {
    const { seen } = await listen(`/v2/events/trades?since_id=${FROM_THE_START}`);
    await sandbox.broker('POST', `/v1/trading/accounts/${account}/orders`, {
      ...{ symbol: 'PART', side: 'buy', type: 'market', time_in_force: 'day' },
      qty: '2',
      client_order_id: 'ours',
    });
    await eventually(() => seen.length === 3);
    expect(seen.map(({ event }) => event as string)).toEqual(['accepted', 'partial_fill', 'fill']);
    expect(seen[1]).toMatchObject({ qty: '1', price: '10.00', position_qty: '1' });
    expect(seen[2].order).toMatchObject({ client_order_id: 'ours', status: 'filled' });
  });

  it('are duplicated, reordered, late or lost on demand', async () => {
    const { seen, close } = await listen('/v2/events/journals/status');
    const fault = (mode: string, count = 1) =>
      sandbox.control('POST', '/faults', { side: 'broker', match: 'EVENT journals', mode, count });
    await fault('duplicate:2');
    await fault('drop');
    const doubled = await pay('3.00', 'doubled');
    await eventually(() => wordsOf(seen, doubled).length === 3);
    await eventually(async () => (await statusOf(doubled)) === 'executed');
    await fault('reorder');
    const swapped = await pay('4.00', 'swapped');
    await eventually(() => wordsOf(seen, swapped).length === 2);
    expect(wordsOf(seen, swapped)).toEqual(['executed', 'queued']);
    await fault('delay:30');
    const late = await pay('5.00', 'late');
    await eventually(() => wordsOf(seen, late).length === 2);
    expect(wordsOf(seen, doubled)).toEqual(['queued', 'queued', 'queued']);
    close();
    const replay = await listen(`/v2/events/journals/status?since_id=${FROM_THE_START}`);
    await eventually(() => wordsOf(replay.seen, late).length === 2);
    expect(wordsOf(replay.seen, doubled)).toEqual(['queued', 'queued', 'queued']);
  });

  it('refuse a cursor that is none, and a twenty-sixth listener', async () => {
    expect((await listen('/v2/events/trades?since_id=yesterday')).status).toBe(400);
    const listeners = await Promise.all(
      Array.from({ length: 26 }, () => listen('/v2/events/trades')),
    );
    expect(listeners.some(({ status }) => status === 429)).toBe(true);
    expect(listeners.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('event streams that begin anew', () => {
  let sandbox: TestSandbox;
  let account: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.fundedAccount('1000.00');
  });
  afterAll(() => sandbox.destroy());

  const JOURNALS = '/v2/events/journals/status';
  const all = () => eventsOf(sandbox, `${JOURNALS}?since_id=${'0'.repeat(26)}`);
  const begin = async (outcome: string) =>
    expect(await sandbox.control('POST', '/events', { outcome })).toMatchObject({ status: 200 });

  it('tell everything once, whatever the cursor', async () => {
    const told = await all();
    const newest = `${JOURNALS}?since_id=${String(told.at(-1)?.event_id)}`;
    expect(await eventsOf(sandbox, newest)).toEqual([]);
    await begin('replay');
    expect(await eventsOf(sandbox, newest)).toEqual(told);
    expect(await eventsOf(sandbox, newest)).toEqual([]);
  });

  it('number what was and what comes below every cursor from before', async () => {
    const told = await all();
    const cursor = String(told[0]?.event_id);
    await begin('restart-ids');
    await sandbox.broker('POST', '/v1/journals', journalTo(account, '1.00'));
    await eventually(async () => (await all()).length === told.length + 2);
    const anew = await all();
    const ids = anew.map(({ event_id }) => String(event_id));
    expect(ids).toEqual([...ids].sort());
    expect(ids.every((id) => id < cursor)).toBe(true);
    const words = (events: readonly Json[]) => events.map(({ status_to }) => String(status_to));
    expect(words(anew).slice(0, told.length)).toEqual(words(told));
    expect(await eventsOf(sandbox, `${JOURNALS}?since_id=${cursor}`)).toEqual([]);
  });
});
