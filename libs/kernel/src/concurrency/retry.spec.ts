import { beforeEach, describe, expect, it } from '@jest/globals';
import { doubling, reconnecting, retry, retryUntilAborted } from './retry.js';

const AT_ONCE = () => 0;
const AN_HOUR = () => 3_600_000;

let stop: AbortController;
let attempts: number;
beforeEach(() => {
  stop = new AbortController();
  attempts = 0;
});

/** Fails until the attempt with this number. */
const succeedsAt = (last: number) => async () => {
  if (++attempts < last) throw new TypeError(`attempt ${attempts}`);
  return attempts;
};

describe('retry', () => {
  it('returns the first result', async () => {
    const failures: unknown[] = [];
    const onRetry = (error: unknown) => failures.push(error);
    expect(await retry({ backoff: AT_ONCE, onRetry }, succeedsAt(3))).toBe(3);
    expect(failures).toEqual([new TypeError('attempt 1'), new TypeError('attempt 2')]);
  });

  it('throws an error that is not worth a retry', async () => {
    const when = (error: unknown) => !String(error).includes('attempt 2');
    const work = retry({ backoff: AT_ONCE, when }, succeedsAt(9));
    await expect(work).rejects.toThrow('attempt 2');
    expect(attempts).toBe(2);
  });

  it('throws an error that the work throws without a promise', () =>
    expect(
      retry({ backoff: AT_ONCE, retriesMax: 0 }, () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once'));

  it('throws the last error after the last retry', async () => {
    const work = retry({ backoff: AT_ONCE, retriesMax: 2 }, succeedsAt(9));
    await expect(work).rejects.toThrow('attempt 3');
    expect(attempts).toBe(3);
  });

  it('begins no attempt after the time limit, and cuts the pause to it', async () => {
    const work = retry({ backoff: AN_HOUR, withinMs: 20 }, succeedsAt(2));
    await expect(work).rejects.toThrow('attempt 1');
    expect(attempts).toBe(1);
  });

  it('ends its pause when the signal aborts', async () => {
    const onRetry = () => setImmediate(() => stop.abort());
    const { signal } = stop;
    const work = retry({ signal, backoff: AN_HOUR, onRetry }, succeedsAt(2));
    await expect(work).rejects.toThrow('attempt 1');
    expect(attempts).toBe(1);
  });

  it('waits for work that is in progress when the signal aborts', async () => {
    const work = retry({ signal: stop.signal, backoff: AT_ONCE }, async () => {
      stop.abort();
      await new Promise((done) => setImmediate(done));
      return 'done';
    });
    expect(await work).toBe('done');
  });

  it('does not begin after an abort', async () => {
    stop.abort();
    const { signal } = stop;
    await expect(retry({ signal, backoff: AT_ONCE }, succeedsAt(1))).rejects.toThrow('aborted');
    expect(attempts).toBe(0);
  });
});

describe('retrying until the signal aborts', () => {
  it('returns undefined then', async () => {
    const { signal } = stop;
    const onRetry = () => stop.abort();
    expect(await retryUntilAborted({ signal, backoff: AN_HOUR, onRetry }, succeedsAt(2))).toBe(
      undefined,
    );
  });

  it('throws an error that is not worth a retry', () =>
    expect(
      retryUntilAborted(
        { signal: stop.signal, backoff: AT_ONCE, when: () => false },
        succeedsAt(2),
      ),
    ).rejects.toThrow('attempt 1'));
});

describe('a doubling pause', () => {
  it.each([
    [1, 100],
    [2, 200],
    [5, 1_600],
    [6, 2_000],
    [5_000, 2_000],
  ])('before retry %d is %d ms', (retries, expected) =>
    expect(doubling(100, 2_000)(retries)).toBe(expected),
  );
  it('is constant without a maximum', () => expect(doubling(100)(7)).toBe(100));
  it('is shortened by its random share', () =>
    expect(doubling(100, 100, 0.5, () => 0.5)(1)).toBe(75));
});

describe('reconnecting', () => {
  const pauses: number[] = [];
  const backoff = (retries: number) => (pauses.push(retries), 0);
  beforeEach(() => void (pauses.length = 0));

  it('continues after a break and after an end, with pauses that start small again', async () => {
    const seen: number[] = [];
    const failures: unknown[] = [];
    const onFailure = (error: unknown, retries: number) => failures.push([error, retries]);
    const items = reconnecting(
      { signal: stop.signal, backoff, onFailure },
      async function* (delivered) {
        attempts++;
        if (attempts < 3) throw new Error(`break ${attempts}`);
        delivered();
        yield attempts;
      },
    );
    for await (const item of items) {
      seen.push(item);
      if (item === 4) stop.abort();
    }
    expect(seen).toEqual([3, 4]);
    expect(failures).toEqual([
      [new Error('break 1'), 0],
      [new Error('break 2'), 1],
    ]);
    expect(pauses).toEqual([1, 2, 1, 1]);
  });

  it('throws an error that is not worth a connection', async () => {
    const when = () => false;
    const items = reconnecting({ signal: stop.signal, backoff, when }, async function* () {
      yield 1;
      throw new Error('denied');
    });
    await items.next();
    await expect(items.next()).rejects.toThrow('denied');
  });
});
