import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { LastResponses } from './last-responses.js';

const HOUR_MS = 3_600_000;

let nowMs: number;
let responses: LastResponses;
const ask = jest.fn<() => Promise<number>>();
const read = (version = 'v1', key = 'account a') => responses.read({ key, version, ask });
const pass = (ms: number) => (nowMs += ms);
const unavailable = () => Promise.reject(new OutcomeUnknown('none within 5000 ms'));

/** A call that the test ends. */
const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  ask.mockReturnValueOnce(promise);
  return { resolve, reject };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  nowMs = 1_000_000;
  responses = new LastResponses(() => nowMs);
  let calls = 0;
  ask.mockReset();
  ask.mockImplementation(async () => (calls += 1));
});

describe('a response of the broker', () => {
  it('is reused for a second', async () => {
    expect(await read()).toMatchObject({ value: 1, stale: false });
    pass(999);
    expect(await read()).toMatchObject({ value: 1, stale: false });
    pass(1);
    expect(await read()).toMatchObject({ value: 2, stale: false });
  });

  it('has the time of its arrival', async () => {
    const before = new Date().toISOString();
    const { asOf } = await read();
    expect([before, asOf, new Date().toISOString()].sort()[1]).toBe(asOf);
  });

  it('is dropped when the user changes', async () => {
    await read('v1');
    expect(await read('v2')).toMatchObject({ value: 2 });
  });

  it('is cached per account and kind', async () => {
    await read('v1', 'account a');
    expect(await read('v1', 'account b')).toMatchObject({ value: 2 });
    expect(await read('v1', 'positions a')).toMatchObject({ value: 3 });
  });
});

describe('concurrent reads', () => {
  it('of one account lead to one call', async () => {
    const call = held();
    const reads = Array.from({ length: 1_000 }, () => read());
    await turn();
    call.resolve(7);
    expect(new Set((await Promise.all(reads)).map(({ value }) => value))).toEqual(new Set([7]));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('share a failure', async () => {
    const call = held();
    const reads = Promise.allSettled([read(), read()]);
    await turn();
    call.reject(new OutcomeUnknown('reset'));
    expect(await reads).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('never get a response that began before the user changed, and share one call', async () => {
    const call = held();
    const before = read('v1');
    await turn();
    pass(1);
    const after = [read('v2'), read('v3'), read('v3')];
    await turn();
    expect(ask).toHaveBeenCalledTimes(1);
    call.resolve(7);
    expect(await before).toMatchObject({ value: 7 });
    for (const each of await Promise.all(after)) expect(each).toMatchObject({ value: 1 });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('while the broker is unavailable', () => {
  it('the last response is returned as stale, up to an hour', async () => {
    const { asOf } = await read();
    ask.mockImplementation(unavailable);
    pass(HOUR_MS - 1);
    expect(await read('v2')).toEqual({ value: 1, asOf, stale: true });
    pass(1);
    await expect(read()).rejects.toMatchObject({ code: 'broker_unavailable', retryAfterS: 5 });
  });

  it('an account without a response is unavailable', async () => {
    ask.mockImplementation(unavailable);
    await expect(read()).rejects.toMatchObject({ code: 'broker_unavailable' });
  });

  it('it is called once a second', async () => {
    ask.mockImplementation(unavailable);
    for (let tenth = 0; tenth < 20; tenth++) {
      await read().catch(() => undefined);
      pass(100);
    }
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('and afterwards, the response is fresh again', async () => {
    ask.mockImplementationOnce(unavailable);
    await read().catch(() => undefined);
    pass(1_000);
    expect(await read()).toMatchObject({ stale: false });
  });
});

describe('an error of the program', () => {
  it('is not hidden behind the last response', async () => {
    await read();
    pass(1_000);
    ask.mockRejectedValueOnce(new TypeError('x is undefined'));
    await expect(read()).rejects.toThrow(TypeError);
  });
});
