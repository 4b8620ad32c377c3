import { setTimeout as sleep } from 'node:timers/promises';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Timeout of a request. */
const CLIENT_TIMEOUT_MS = 15_000;
/** Pause before a retry. */
const CLIENT_RETRY_MS = 500;
/** Poll interval. */
const CLIENT_POLL_MS = 60;
/** Longest time of polling. */
const CLIENT_POLL_WITHIN_MS = 2 * MINUTE_MS;

/** Covers the restart of a process. */
const TRIES_MAX = 120;
/** Limit while the service was never reached. */
const FIRST_TRIES_MAX = 10;
const LONG = 200;

/** All retries failed. */
export class Unanswered extends Error {}

type Exchange = { readonly request: Request; readonly sent: string; readonly answer: Answer };
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };
type Result<T> = Promise<{ readonly data?: T; readonly error?: unknown }>;

/**
 * Sends requests as a partner's server does, and shows each call with its response. Repeats a request
 * without a response or with a 5xx. The ids in the requests make repeats safe.
 */
export class Transport {
  private isPolling = false;
  private last: Exchange | null = null;

  constructor(
    private readonly brief: boolean,
    /** Whether the service was started, even if it does not respond yet. */
    private readonly isStarted: () => boolean,
  ) {}

  say(text: string): void {
    console.log(text);
  }

  readonly send = async (request: Request): Promise<Response> => {
    const begunMs = performance.now();
    const sent = await request.clone().text();
    const name = nameOf(request);
    const backoff = doubling(CLIENT_RETRY_MS);
    const answer = await retry({ backoff, when: isTemporary }, async (attempt) => {
      const reply = await tryOnce(request.clone());
      if (typeof reply !== 'string') return reply;
      const isThere = this.last !== null || this.isStarted();
      if (attempt >= (isThere ? TRIES_MAX : FIRST_TRIES_MAX))
        throw new Unanswered(`${name}: ${reply}`);
      const where = this.last === null ? ` at ${new URL(request.url).origin}` : '';
      if (attempt === 1 && !this.isPolling) this.say(`  ${name}: ${reply}${where}; trying again`);
      throw new Error(reply);
    });
    this.last = { request, sent, answer };
    if (!this.isPolling) this.show(this.last, performance.now() - begunMs);
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers });
  };

  /** Returns the data of a response. @throws Error if the request was rejected. */
  async get<T>(result: Result<T>): Promise<T> {
    const { data, error } = await result;
    if (data !== undefined) return data;
    throw new Error(
      `${this.last === null ? '' : nameOf(this.last.request)}: ${JSON.stringify(error)}`,
    );
  }

  /** Polls until `done`, and shows the last response and the duration. */
  async poll<T>(read: () => Result<T>, done: (data: T) => boolean): Promise<T> {
    const begunMs = performance.now();
    this.isPolling = true;
    try {
      for (;;) {
        const { data } = await read();
        const passedMs = performance.now() - begunMs;
        if (data !== undefined && done(data)) {
          if (this.last !== null) this.show(this.last, passedMs);
          return data;
        }
        if (passedMs > CLIENT_POLL_WITHIN_MS)
          throw new Error(`gave up waiting, last response: ${this.last?.answer.text}`);
        await sleep(CLIENT_POLL_MS);
      }
    } finally {
      this.isPolling = false;
    }
  }

  private show({ request, sent, answer }: Exchange, ms: number): void {
    const head = `${nameOf(request)} → ${answer.status} (${Math.round(ms)} ms)`;
    if (this.brief || answer.text === '') {
      this.say(`  ${head}`);
      return;
    }
    if (sent !== '') this.say(`  ${sent}`);
    const body = JSON.stringify(JSON.parse(answer.text), shorten, 2);
    this.say(`  ${head}\n${body.replace(/^/gm, '    ')}\n`);
  }
}

const tryOnce = async (request: Request): Promise<Answer | string> => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS) });
    const { status, headers } = response;
    return status >= 500 ? `answered ${status}` : { status, headers, text: await response.text() };
  } catch {
    return 'no answer';
  }
};

/** Whether another attempt is left. */
const isTemporary = (error: unknown): boolean => !(error instanceof Unanswered);

const nameOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

const shorten = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${value.slice(0, 60)}…` : value;
