import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { Budget, type Priority } from './budget.js';
import { PACING_AUDIT_WAIT_MAX_MS, Pacer } from './pacer.js';

const LIMIT = 10;

/** A broker with a limit of calls per second. */
class Broker {
  readonly taken: string[] = [];
  refused = 0;
  private second = 0;
  private used = 0;

  constructor(readonly limit: number | null) {}

  response(name: string): OutboundResponse {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.second) [this.second, this.used] = [second, 0];
    this.used++;
    const isOver = this.limit !== null && this.used > this.limit;
    if (isOver) this.refused++;
    else this.taken.push(name);
    const status = isOver ? 429 : 200;
    return { label: 'GET /things', status, text: '', body: {}, headers: this.headers() };
  }

  private headers(): Record<string, string> {
    if (this.limit === null) return {};
    return {
      'x-ratelimit-limit': `${this.limit}`,
      'x-ratelimit-remaining': `${Math.max(0, this.limit - this.used)}`,
      'x-ratelimit-reset': `${this.second + 1}`,
    };
  }
}

let broker: Broker;
let pacer: Pacer;
/** Uses the fake timers of the test. */
const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve());
  });
const isThrottled = ({ status }: OutboundResponse) => status === 429;

const ask = (name: string, priority: Priority = 'send') =>
  pacer.call(priority, isThrottled, () => Promise.resolve(broker.response(name)));
const many = (count: number, name: string, priority?: Priority) =>
  Array.from({ length: count }, () => ask(name, priority));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
  broker = new Broker(LIMIT);
  pacer = new Pacer(new Budget(null), sleep);
});
afterEach(() => void jest.useRealTimers());

describe('calls to a broker without a limit', () => {
  it('begin at once, in any number', async () => {
    broker = new Broker(null);
    await Promise.all(many(500, 'order'));
    expect(broker.taken).toHaveLength(500);
  });
});

describe('calls to a broker with a limit', () => {
  it('are delayed before the limit is exceeded', async () => {
    const all = Promise.all(many(40, 'order'));
    await pass(4_900);
    await all;
    expect(broker.taken).toHaveLength(40);
    expect(broker.refused).toBe(0);
  });

  it('begin with the most urgent', async () => {
    await ask('first');
    const all = Promise.all([...many(15, 'look-up', 'read'), ...many(8, 'order', 'send')]);
    await pass(4_000);
    await all;
    expect(broker.taken.slice(1, 9)).toEqual(Array(8).fill('order'));
  });

  it('begin with the most urgent of those that arrived together, however long they wait', async () => {
    await ask('first');
    const all = Promise.all([...many(15, 'look-up', 'read'), ...many(25, 'order', 'send')]);
    await pass(4_900);
    await all;
    const lastOrder = broker.taken.lastIndexOf('order');
    expect(broker.taken.slice(0, lastOrder)).not.toContain('look-up');
  });

  it('never wait permanently behind more urgent ones', async () => {
    await ask('first');
    const audit = ask('audit', 'read');
    for (let second = 0; second < 8 && !broker.taken.includes('audit'); second++) {
      for (const order of many(LIMIT, 'order')) order.catch(() => undefined);
      await pass(1_000);
    }
    await audit;
    expect(broker.taken).toContain('audit');
  });

  it('of views give up after a second and never precede orders', async () => {
    await ask('first');
    const views = Promise.allSettled(many(200, 'view', 'view'));
    const orders = Promise.all(many(15, 'order'));
    await pass(3_000);
    await orders;
    const late = (await views).filter(({ status }) => status === 'rejected');
    expect(late.length).toBeGreaterThan(150);
    expect(broker.taken.slice(1, 9)).toEqual(Array(8).fill('order'));
  });

  it('use the share reserved for more urgent calls after a wait', async () => {
    const headers = {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': `${Date.now() / 1_000 + 60}`,
    };
    await pacer.call('send', isThrottled, () =>
      Promise.resolve({ ...broker.response('order'), headers }),
    );
    const audit = ask('audit', 'read');
    await pass(500);
    expect(broker.taken).not.toContain('audit');
    await pass(4_000);
    await audit;
    expect(broker.taken).toContain('audit');
  });

  it('give up after a while, with the time to retry', async () => {
    await ask('first');
    const settled = Promise.allSettled(many(100, 'order'));
    await pass(20_000);
    const late = (await settled).filter(({ status }) => status === 'rejected');
    expect(late.length).toBeGreaterThan(0);
    expect(late[0]).toMatchObject({ reason: { name: 'ProviderBusy' } });
    expect(broker.refused).toBe(0);
  });

  it('wait longer when nothing retries them', async () => {
    const headers = {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${Date.now() / 1_000 + 50}`,
    };
    const response = () => Promise.resolve({ ...broker.response('first'), headers });
    await pacer.call('read', isThrottled, response);
    const read = ask('read', 'read');
    const audit = pacer.call(
      'read',
      isThrottled,
      () => Promise.resolve(broker.response('audit')),
      PACING_AUDIT_WAIT_MAX_MS,
    );
    const isGivenUp = expect(read).rejects.toMatchObject({ name: 'ProviderBusy' });
    await pass(52_000);
    await isGivenUp;
    await audit;
    expect(broker.taken).toEqual(['first', 'audit']);
  });

  it('are repeated when other processes used up the limit', async () => {
    await ask('first');
    for (let i = 0; i < LIMIT; i++) broker.response('other process');
    const mine = ask('mine');
    await pass(3_000);
    await mine;
    expect(broker.taken).toContain('mine');
    expect(broker.refused).toBe(2);
  });
});

describe('a send', () => {
  const send = async () => {
    await pacer.admitSend();
    return pacer.send(() => Promise.resolve(broker.response('send')));
  };

  it('is admitted before its intent is recorded', async () => {
    await ask('first');
    const all = Promise.all(Array.from({ length: 25 }, send));
    await pass(4_000);
    await all;
    expect(broker.refused).toBe(0);
  });

  const SENDS = 6;
  it('that has not begun when its window ends is admitted before other calls', async () => {
    await ask('first');
    for (let i = 0; i < SENDS; i++) await pacer.admitSend();
    const others = many(LIMIT, 'other');
    await pass(1_100);
    const sends = Array.from({ length: SENDS }, () =>
      pacer.send(() => Promise.resolve(broker.response('send'))),
    );
    await pass(2_000);
    await Promise.all([...sends, ...others]);
    expect(broker.refused).toBe(0);
  });

  it('that never follows does not delay other sends for long', async () => {
    broker = new Broker(null);
    for (let i = 0; i < 8; i++) await pacer.admitSend();
    const next = send();
    await pass(1_100);
    expect((await next).status).toBe(200);
  });
});
