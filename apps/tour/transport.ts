import { setTimeout as sleep } from 'node:timers/promises';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Timeout of a request. */
const CLIENT_TIMEOUT_MS = 15_000;
/** Pause before a retry. */
const CLIENT_RETRY_MS = 500;
/** Poll interval. */
const CLIENT_POLL_MS = 60;
/** Longest duration of polling. */
const CLIENT_POLL_WITHIN_MS = 2 * MINUTE_MS;

/** Maximum number of attempts, enough for the restart of a process. */
const TRIES_MAX = 120;
/** Maximum number of attempts before the first response of a service that was not started. */
const FIRST_TRIES_MAX = 10;
const LONG = 200;

/** All retries failed. */
export class Unreachable extends Error {}

type Exchange = { readonly request: Request; readonly sent: string; readonly response: Reply };
type Reply = { readonly status: number; readonly headers: Headers; readonly text: string };
type Result<T> = Promise<{ readonly data?: T; readonly error?: unknown }>;

/**
 * Sends requests like a partner's server, and shows each call with its response. Repeats a request after
 * a 5xx or without a response. The ids in the requests make repeats safe.
 */
export class Transport {
  private isPolling = false;
  private last: Exchange | null = null;

  constructor(
    private readonly brief: boolean,
    /** Returns true if the service was started, even if it does not respond yet. */
    private readonly isStarted: () => boolean,
  ) {}

  say(text: string): void {
    console.log(text);
  }

  readonly send = async (request: Request): Promise<Response> => {
    const startedMs = performance.now();
    const sent = await request.clone().text();
    const name = nameOf(request);
    const backoff = doubling(CLIENT_RETRY_MS);
    const response = await retry({ backoff, when: isTemporary }, async (attempt) => {
      const reply = await tryOnce(request.clone());
      if (typeof reply !== 'string') return reply;
      const isKnown = this.last !== null || this.isStarted();
      if (attempt >= (isKnown ? TRIES_MAX : FIRST_TRIES_MAX))
        throw new Unreachable(`${name}: ${reply}`);
      const where = this.last === null ? ` at ${new URL(request.url).origin}` : '';
      if (attempt === 1 && !this.isPolling) this.say(`  ${name}: ${reply}${where}; retrying`);
      throw new Error(reply);
    });
    this.last = { request, sent, response };
    if (!this.isPolling) this.show(this.last, performance.now() - startedMs);
    return new Response(response.text || null, {
      status: response.status,
      headers: response.headers,
    });
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
    const startedMs = performance.now();
    this.isPolling = true;
    try {
      for (;;) {
        const { data } = await read();
        const passedMs = performance.now() - startedMs;
        if (data !== undefined && done(data)) {
          if (this.last !== null) this.show(this.last, passedMs);
          return data;
        }
        if (passedMs > CLIENT_POLL_WITHIN_MS)
          throw new Error(`timeout, last response: ${this.last?.response.text}`);
        await sleep(CLIENT_POLL_MS);
      }
    } finally {
      this.isPolling = false;
    }
  }

  private show({ request, sent, response }: Exchange, ms: number): void {
    const head = `${nameOf(request)} → ${response.status} (${Math.round(ms)} ms)`;
    if (this.brief || response.text === '') {
      this.say(`  ${head}`);
      return;
    }
    if (sent !== '') this.say(`  ${sent}`);
    const body = JSON.stringify(JSON.parse(response.text), shorten, 2);
    this.say(`  ${head}\n${body.replace(/^/gm, '    ')}\n`);
  }
}

const tryOnce = async (request: Request): Promise<Reply | string> => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS) });
    const { status, headers } = response;
    return status >= 500 ? `status ${status}` : { status, headers, text: await response.text() };
  } catch {
    return 'no response';
  }
};

/** Returns true if another attempt is allowed. */
const isTemporary = (error: unknown): boolean => !(error instanceof Unreachable);

const nameOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

const shorten = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${value.slice(0, 60)}…` : value;
