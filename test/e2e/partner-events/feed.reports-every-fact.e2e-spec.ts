import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { KycPartner } from '../kyc/kyc-partner.js';

let service: Service;
let client: PartnerClient;
let kyc: KycPartner;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  kyc = KycPartner.of(service, client);
  userId = await onboardedUser(service, client);
});

afterAll(() => service.stop());

type Event = {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly requestId: string | null;
  readonly object: { readonly type: string; readonly id: string };
  readonly data: Json;
};

const pageAfter = async (after: string | null, query = 'limit=100') => {
  const cursor = after === null ? '' : `&after=${after}`;
  const { body } = await client.get(`/v1/events?${query}${cursor}`);
  return body as { events: Event[]; next: string; hasMore: boolean };
};

const feed = async (query?: string): Promise<Event[]> => {
  const events: Event[] = [];
  for (let after: string | null = null; ;) {
    const page = await pageAfter(after, query);
    events.push(...page.events);
    if (!page.hasMore) return events;
    after = page.next;
  }
};

/** The types of an object's events, in order, once it has `count` events of this type. */
const typesOf = async (objectId: string, last: string, count = 1): Promise<string[]> => {
  const path = `/v1/events?objectId=${objectId}`;
  const types = (body: Json) => (body['events'] as Event[]).map(({ type }) => type);
  const isThere = (body: Json) => types(body).filter((type) => type === last).length >= count;
  return types(await client.until(path, isThere));
};

const ending = (status: string) => (body: Json) => body['status'] === status;
const deposit = async (amount: string, status: string) => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  const headers = { 'x-request-id': `deposit-of-${amount}` };
  const id = String((await client.post('/v1/funding', body, headers)).body['id']);
  await client.until(`/v1/funding/${id}`, ending(status));
  return id;
};
const order = async (symbol: string, status: string) => {
  const body = { userId, symbol, side: 'buy', qty: 2, amount: 0, externalId: randomUUID() };
  const id = String((await client.post('/v1/orders', body)).body['id']);
  await client.until(`/v1/orders/${id}`, ending(status));
  return id;
};
const cutOff = async (): Promise<string> => {
  const args = ['settlement', 'cut-off', '--partner', service.demo.partner.id, '--json'];
  const { stdout } = await opsHere(service, ...args);
  return String((JSON.parse(stdout) as Json)['id']);
};

/** A stream of server-sent events. */
const followed = async (path: string, lastEventId?: string, reader = client) => {
  const gone = new AbortController();
  const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const headers = { ...reader.headers, ...resumed };
  const response = await fetch(`${service.api}${path}`, { headers, signal: gone.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: { id: string; data: string }[] = [];
  const parser = createParser({ onEvent: ({ id = '', data }) => events.push({ id, data }) });
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<boolean> => {
    const { done, value = '' } = await chunks.read();
    parser.feed(value);
    return !done;
  };
  return {
    next: async (count: number): Promise<Event[]> => {
      while (events.length < count && (await read()));
      return events.splice(0, count).map(({ id, data }) => {
        const event = JSON.parse(data) as Event;
        expect(event.id).toBe(id);
        return event;
      });
    },
    ended: async (): Promise<boolean> => {
      while (await read());
      return true;
    },
    close: () => gone.abort(),
  };
};

/** Where the API shows the object of an event; null: it shows the object nowhere. */
const pathOf = ({ object: { type, id } }: Event): string | null =>
  ({
    user: `/v1/users/${id}`,
    verification: `/v1/auth/verify/${id}`,
    broker_account: `/v1/onboarding/${id}/trader-profile`,
    funding: `/v1/funding/${id}`,
    order: `/v1/orders/${id}`,
    settlement: `/v1/settlements/${id}`,
  })[type] ?? null;

describe('the feed', () => {
  it('reports a user, from the registration to the closing', async () => {
    const id = await kyc.register();
    await client.patch(`/v1/users/${id}`, { firstName: 'Grace' });
    const args = ['--user', id, '--reason', 'asked for'];
    for (const command of ['suspend', 'reinstate', 'close'])
      await opsHere(service, 'user', command, ...args);
    await client.until(`/v1/users/${id}`, ending('closed'));
    const changed = Array.from({ length: 3 }, () => 'user.status_changed');
    expect(await typesOf(id, 'user.status_changed', 3)).toEqual([
      ...['user.created', 'user.updated', ...changed],
    ]);
  });

  it('reports verifications', async () => {
    const known = ['verification.created', 'verification.submitted', 'verification.under_review'];
    for (const [name, outcome] of [
      ['Lovelace', 'approved'],
      ['McFail', 'rejected'],
    ] as const) {
      const id = await kyc.started(await kyc.register(name));
      await kyc.upload(id);
      await kyc.until(id, outcome);
      const last = `verification.${outcome}`;
      expect(await typesOf(id, last)).toEqual([...known, last]);
    }
  });

  it('reports onboardings and accounts', async () => {
    const failed = await kyc.register('McFail');
    const { body } = await client.post(`/v1/onboarding/${failed}/session-token`, {});
    await service.control('POST', `/onboarding/${String(body['token'])}`, {});
    expect(await typesOf(failed, 'onboarding.rejected')).toContain('onboarding.session_created');
    const types = await typesOf(userId, 'broker_account.updated');
    expect(new Set(types)).toEqual(
      new Set([
        ...['user.created', 'user.status_changed', 'broker_account.updated'],
        ...['onboarding.session_created', 'onboarding.completed'],
      ]),
    );
  });

  it('reports deposits, with the request that asked for them', async () => {
    const known = ['funding.created', 'funding.processing'];
    expect(await typesOf(await deposit('30.13', 'failed'), 'funding.failed')).toEqual([
      ...[...known, 'funding.failed'],
    ]);
    const id = await deposit('2000.17', 'reversed');
    expect(await typesOf(id, 'funding.reversed')).toEqual([
      ...[...known, 'funding.completed', 'funding.reversed'],
    ]);
    for (const event of await feed(`objectId=${id}`))
      expect([null, 'deposit-of-2000.17']).toContain(event.requestId);
    const [created] = await feed(`objectId=${id}`);
    expect(created).toMatchObject({ requestId: 'deposit-of-2000.17', data: { status: 'pending' } });
  });

  it('reports orders', async () => {
    await deposit('900.00', 'completed');
    const known = ['order.created', 'order.submitted'];
    const partly = await typesOf(await order('PART', 'filled'), 'order.filled');
    expect(partly.filter((type) => type !== 'order.accepted')).toEqual([
      ...[...known, 'order.partially_filled', 'order.filled'],
    ]);
    expect(await typesOf(await order('HALT', 'rejected'), 'order.rejected')).toEqual([
      ...[...known, 'order.rejected'],
    ]);
    for (const [outcome, type] of [
      ['expire', 'expired'],
      ['cancel', 'canceled'],
    ] as const) {
      const id = await order('SLOW', 'accepted');
      await service.control('POST', `/orders/${id}`, { outcome });
      await client.until(`/v1/orders/${id}`, ending(type));
      expect(await typesOf(id, `order.${type}`)).toEqual([
        ...[...known, 'order.accepted', `order.${type}`],
      ]);
    }
  });

  it('reports settlement periods', async () => {
    const partner = ['--partner', service.demo.partner.id];
    const id = await cutOff();
    const period = await client.until(`/v1/settlements/${id}`, ({ closedAt }) => closedAt !== null);
    const amount = String(period['outstanding']);
    const transfer = ['settlement', 'transfer', ...partner, '--reference', 'R-1'];
    await opsHere(service, ...transfer, '--amount', amount);
    await opsHere(
      service,
      'settlement',
      'reverse',
      ...partner,
      '--reference',
      'R-1',
      '--reason',
      'no',
    );
    await opsHere(
      service,
      'settlement',
      'transfer',
      ...partner,
      '--reference',
      'R-2',
      '--amount',
      amount,
    );
    const types = await typesOf(id, 'settlement.settled', 2);
    expect(new Set(types)).toEqual(
      new Set(['settlement.closed', 'settlement.settled', 'settlement.reopened']),
    );
  });

  it('has the object of the last event as the API shows it', async () => {
    const last = new Map<string, Event>();
    for (const event of await feed()) last.set(`${event.object.type} ${event.object.id}`, event);
    for (const event of last.values()) {
      const path = pathOf(event);
      if (path === null) continue;
      const shown = (await client.get(path)).body;
      expect({ type: event.type, data: event.data }).toEqual({ type: event.type, data: shown });
    }
  });

  it('is the same however it is read, and after a rebuild', async () => {
    const before = await feed();
    expect(await feed('limit=7')).toEqual(before);
    const sequences = before.map(({ sequence }) => BigInt(sequence));
    expect(sequences).toEqual([...sequences].sort((a, b) => (a < b ? -1 : 1)));
    const { code } = await opsHere(service, 'rebuild', '--projection', 'partner-feed');
    expect(code).toBe(0);
    expect(JSON.stringify(await feed())).toBe(JSON.stringify(before));
    const [event] = before;
    expect((await client.get(`/v1/events/${event?.id}`)).body).toEqual(event);
  });

  it('hides an erased person, and nothing else', async () => {
    const id = await kyc.register();
    const path = `/v1/events?objectId=${id}`;
    const isThere = (body: Json) => (body['events'] as Event[]).length === 1;
    const [before] = (await client.until(path, isThere))['events'] as Event[];
    const args = ['user', 'erase', '--json', '--user', id];
    const { stdout } = await opsHere(service, ...args, '--reason', 'asked for');
    const confirm = ['--confirm', String((JSON.parse(stdout) as Json)['confirm'])];
    expect((await opsHere(service, ...args, '--reason', 'asked for', ...confirm)).code).toBe(0);
    const nobody = { email: null, firstName: null, lastName: null };
    expect((await client.get(`/v1/events/${before?.id}`)).body).toEqual({
      ...before,
      data: { ...before?.data, ...nobody },
    });
  });

  it('streams known and new events, and resumes after an event', async () => {
    const stream = await followed(`/v1/events/stream?types=user.created`);
    const known = await feed('types=user.created');
    expect(await stream.next(known.length)).toEqual(known);
    const id = await kyc.register();
    expect(await stream.next(1)).toMatchObject([{ type: 'user.created', object: { id } }]);
    stream.close();
    const resumed = await followed('/v1/events/stream?types=user.created', known.at(-1)?.id);
    expect(await resumed.next(1)).toMatchObject([{ object: { id } }]);
    const { demo } = service;
    await client.post('/v1/auth/logout', undefined);
    expect(await resumed.ended()).toBe(true);
    client = await PartnerClient.logIn(service, demo.partner);
  });

  it('shows other partners nothing, and rejects an unknown cursor', async () => {
    const [event] = await feed();
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    expect((await other.get('/v1/events?limit=1000')).body['events']).toEqual([]);
    for (const id of [event?.id, 'evt_1'])
      expect(await other.get(`/v1/events/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'event_not_found' },
      });
    for (const after of [event?.id, 'none'])
      expect(await other.get(`/v1/events?after=${after}`)).toMatchObject({
        status: 422,
        body: { code: 'cursor_unknown', errors: [{ pointer: '/after' }] },
      });
    for (const query of ['types=order.sold', 'limit=1001', 'objectId=1', 'offset=1'])
      expect((await client.get(`/v1/events?${query}`)).status).toBe(400);
    const stream = await followed('/v1/events/stream', undefined, other);
    await other.post('/v1/auth/logout', undefined);
    expect(await stream.next(1)).toEqual([]);
  });
});
