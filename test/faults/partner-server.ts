import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../support/backstop.js';
import { type Answer, BalancerFailed, type Demo, type Service, call } from '../support/service.js';
import type { AnswerRecord, Asked } from './record.js';

const PAUSE_MS = 150;
const PAUSE_MAX_MS = 2_000;

/** Statuses after which the partner repeats the request later. */
const LATER = [401, 429, 502, 503, 504];

type Headers = Readonly<Record<string, string>>;

/** A correct partner's server, which repeats requests without a response under the same id. */
export class PartnerServer {
  private token = '';
  private loggingIn: Promise<void> | null = null;

  constructor(
    private readonly service: Service,
    readonly partner: Demo,
    private readonly record: AnswerRecord,
  ) {}

  get partnerId(): string {
    return this.partner.id;
  }

  /** Returns the first final response: a success, which the record stores, or a rejection. */
  async ask(asked: Asked, path: string, body: object): Promise<Answer> {
    const answer = await this.send('POST', path, body);
    const { id, userId } = answer.body;
    if (answer.status < 300)
      this.record.promise(asked, asked.kind === 'user' ? String(id ?? userId) : String(id));
    return answer;
  }

  /** @throws {Error} after three minutes without a final response */
  async send(method: string, path: string, body?: object, more: Headers = {}): Promise<Answer> {
    const endMs = Date.now() + BACKSTOP_MS;
    let pauseMs = PAUSE_MS;
    for (;;) {
      const answer = await this.tryOnce(method, path, body, more);
      if (answer !== null && !LATER.includes(answer.status)) return answer;
      if (answer?.status === 401)
        await (this.loggingIn ??= this.logIn().finally(() => (this.loggingIn = null)));
      if (Date.now() > endMs) throw new Error(`${method} ${path}: never answered`);
      await sleep(pauseMs);
      pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 1.5);
    }
  }

  /** Returns null for an incomplete response. */
  private async tryOnce(
    method: string,
    path: string,
    body: object | undefined,
    more: Headers,
  ): Promise<Answer | null> {
    const headers = { authorization: `bearer ${this.token}`, ...more };
    const beganMs = performance.now();
    try {
      const answer = await call(this.service.api, method, path, { headers, body });
      const isLater = answer.status === 503 && answer.headers.has('retry-after');
      const tookMs = performance.now() - beganMs;
      this.record.answered(answer.status, tookMs, `${method} ${path}`, isLater);
      if (answer.status === 500)
        this.record.complain(`${method} ${path}: 500 ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      if (isUndeclared(error)) this.record.complain(String(error));
      const status = error instanceof BalancerFailed ? error.status : 0;
      this.record.answered(status, performance.now() - beganMs, `${method} ${path}`, false);
      return null;
    }
  }

  private async logIn(): Promise<void> {
    const { apiKey, email, password } = this.partner;
    const options = { headers: { 'api-key': apiKey }, body: { email, password } };
    const answer = await call(this.service.api, 'POST', '/v1/auth/login', options).catch(
      () => null,
    );
    if (answer?.status === 200) this.token = String(answer.body['authToken']);
  }
}

/** Compares names, because the tests load separate copies of the classes. */
const NO_ANSWER = ['BalancerFailed', 'TypeError', 'SyntaxError', 'TimeoutError', 'AbortError'];

/** The OpenAPI document does not allow the response, which no fault excuses. */
const isUndeclared = (error: unknown): boolean => !NO_ANSWER.includes((error as Error).name);
