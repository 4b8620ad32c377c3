import autocannon from 'autocannon';
import { Pool } from 'undici';
import { pause } from '#kernel/concurrency/pause.js';

const TIMEOUT_S = 60;

export type Asking = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly amount: number;
  /** The next POST; absent: GET of `url` again and again. */
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

/**
 * Sends so many POSTs, one every so often, whether or not those before were answered. (autocannon's
 * `overallRate` sends a second's requests at once and is silent for the rest of it.)
 * @throws Error when one of them was not answered with 2xx.
 */
export const sendEvenly = async (asking: Required<Asking>, perSecond: number): Promise<void> => {
  const { url, headers, connections, amount, next } = asking;
  const pool = new Pool(url, { connections });
  const post = async (): Promise<boolean> => {
    const { statusCode, body } = await pool.request({ method: 'POST', headers, ...next() });
    await body.dump();
    return statusCode >= 200 && statusCode < 300;
  };
  try {
    const beganMs = performance.now();
    const answers: Promise<boolean>[] = [];
    for (let sent = 0; sent < amount; sent++) {
      await pause(beganMs + (sent * 1_000) / perSecond - performance.now());
      answers.push(post().catch(() => false));
    }
    const made = (await Promise.all(answers)).filter(Boolean).length;
    if (made !== amount)
      throw new Error(`of ${amount} requests to ${url} ${made} were answered with 2xx`);
  } finally {
    await pool.close();
  }
};
