import autocannon from 'autocannon';

const TIMEOUT_S = 60;

export type Asking = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly amount: number;
  /** Requests a second in all; absent: as fast as they are answered. */
  readonly overallRate?: number;
  /** The next request; absent: GET of `url` again and again. */
  readonly next?: () => { readonly path: string; readonly body: string };
};

/**
 * Sends so many requests over so many connections and answers how many a second were answered.
 * @throws Error when one of them was not answered with 2xx.
 */
export const answeredPerSecond = async (asking: Asking): Promise<number> => {
  const { next, ...options } = asking;
  const { url, amount } = options;
  const requests: autocannon.Request[] =
    next === undefined
      ? [{ method: 'GET' }]
      : [{ method: 'POST', setupRequest: (request) => ({ ...request, ...next() }) }];
  const beganMs = performance.now();
  let endedMs = beganMs;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const done = (error: Error | null, ended: autocannon.Result) =>
      error === null ? resolve(ended) : reject(error);
    // Its own clock ticks in whole seconds, and it ends with a tick.
    autocannon({ ...options, requests, timeout: TIMEOUT_S }, done).on('response', () => {
      endedMs = performance.now();
    });
  });
  if (result['2xx'] !== amount)
    throw new Error(`of ${amount} requests to ${url} ${result['2xx']} were answered with 2xx`);
  return amount / ((endedMs - beganMs) / 1_000);
};
