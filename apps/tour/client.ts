import { setTimeout as sleep } from 'node:timers/promises';

const TRIES_MAX = 120;
const RETRY_MS = 500;
const TIMEOUT_MS = 15_000;
const POLL_MS = 60;

type Json = Record<string, unknown>;
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Json;
};

/**
 * Calls as a partner's server makes them: every request that got no answer, or a 5xx, is sent
 * again as it was. The ids in it make that safe.
 */
export class Client {
  private token: string | null = null;

  constructor(
    private readonly baseUrl: string,
    private readonly brief: boolean,
  ) {}

  useToken(token: string): void {
    this.token = token;
  }

  say(text: string): void {
    console.log(text);
  }

  /** Sends until there is an answer, and shows both. @throws Error for a 4xx. */
  async call(call: Call, baseUrl = this.baseUrl): Promise<Json> {
    const begunMs = performance.now();
    for (let attempt = 1; ; attempt++) {
      const answer = await this.attempt(call, baseUrl);
      if (typeof answer !== 'string') {
        this.show(call, answer, performance.now() - begunMs);
        if (answer.status < 300) return answer.body;
        throw new Error(`${call.method} ${call.path}: ${JSON.stringify(answer.body)}`);
      }
      if (attempt === TRIES_MAX) throw new Error(`${call.method} ${call.path}: ${answer}`);
      this.say(`  ${call.method} ${call.path}: ${answer}; once more`);
      await sleep(RETRY_MS);
    }
  }

  /** Reads again and again until `done`; shows the last answer and how long it took. */
  async poll(path: string, done: (body: Json) => boolean, timeoutMs = 120_000): Promise<Json> {
    const begunMs = performance.now();
    const call = { method: 'GET', path };
    for (;;) {
      const answer = await this.attempt(call, this.baseUrl);
      const passedMs = performance.now() - begunMs;
      if (typeof answer !== 'string' && answer.status === 200 && done(answer.body)) {
        this.show(call, answer, passedMs);
        return answer.body;
      }
      if (passedMs > timeoutMs)
        throw new Error(`${path} waited in vain: ${JSON.stringify(answer)}`);
      await sleep(typeof answer === 'string' ? RETRY_MS : POLL_MS);
    }
  }

  private async attempt({ method, path, headers, body }: Call, baseUrl: string) {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.token === null ? {} : { authorization: `bearer ${this.token}` }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = (await response.json()) as Json;
      if (response.status >= 500) return `answered ${response.status}`;
      return { status: response.status, body: answer };
    } catch {
      return 'no answer';
    }
  }

  private show({ method, path, body }: Call, answer: { status: number; body: Json }, ms: number) {
    const head = `${method} ${path} → ${answer.status} (${Math.round(ms)} ms)`;
    if (this.brief) {
      this.say(`  ${head}`);
      return;
    }
    if (body !== undefined) this.say(`  ${JSON.stringify(body)}`);
    this.say(`  ${head}\n${JSON.stringify(answer.body, shorten, 2).replace(/^/gm, '    ')}\n`);
  }
}

const LONG = 200;

const shorten = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${value.slice(0, 60)}…` : value;
