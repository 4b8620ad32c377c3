import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { Webhook } from 'standardwebhooks';
import { AllowedTargets, TargetRejected, TargetUnresolved } from './allowed-targets.js';
import { type Outcome, isSuccess, retryAfterMsOf } from './retry-plan.decide.js';

/** Time limit of a delivery, from the lookup of the name to the end of the response. */
const WEBHOOK_TIMEOUT_MS = 15_000;
/** Bytes of a response that the service reads. */
const RESPONSE_READ_MAX = 16 * 1_024;
/** Characters of a response that the service shows. */
const RESPONSE_SHOWN_MAX = 1_024;
/** Time after which an idle connection is closed, in ms. Most receivers close it later. */
const KEEP_ALIVE_MS = 4_000;

export type Message = {
  /** Id of the event. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** In plain text, the latest first. */
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

/** One attempt, as partners see it. */
export type Attempt = Outcome & {
  readonly at: Date;
  readonly durationMs: number;
  /** Reason of a missing response; null after a response. */
  readonly error: string | null;
  /** The beginning of the response; null without one. */
  readonly responseStart: string | null;
};

/** Sends signed webhooks. Each connection goes to an address that was checked for it. */
export class WebhookSender {
  private readonly agent: Agent;

  constructor(
    private readonly targets: AllowedTargets,
    private readonly timeoutMs = WEBHOOK_TIMEOUT_MS,
  ) {
    this.agent = new Agent({
      connect: { lookup: this.checkedLookup, timeout: timeoutMs },
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: RESPONSE_READ_MAX,
      allowH2: false,
    });
  }

  /** Makes one attempt. Never throws. */
  async send(message: Message): Promise<Attempt> {
    const at = new Date();
    const beganMs = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.timeoutMs);
    try {
      const response = await this.request(message, at, deadline.signal);
      const responseStart = await startOf(response.body);
      const { statusCode: status, headers } = response;
      const retryAfterMs = retryAfterMsOf(textOf(headers['retry-after']), at);
      return { at, status, error: null, retryAfterMs, responseStart, durationMs: since(beganMs) };
    } catch (error) {
      const reason = deadline.signal.aborted ? 'timeout' : reasonOf(error);
      const nothing = { status: null, retryAfterMs: null, responseStart: null };
      return { at, ...nothing, error: reason, durationMs: since(beganMs) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connections. Requests in progress fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async request(
    { id, url: text, body, secrets, headers }: Message,
    at: Date,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const url = this.targets.require(text);
    return this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'brokerage-webhooks',
        'webhook-id': id,
        'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
        'webhook-signature': secrets
          .map((secret) => new Webhook(secret).sign(id, at, body))
          .join(' '),
        ...headers,
      },
      body,
      signal,
      headersTimeout: this.timeoutMs,
      bodyTimeout: this.timeoutMs,
    });
  }

  /** Resolves the host. The connection uses the address that was checked. */
  private readonly checkedLookup: LookupFunction = (host, options, done) => {
    this.targets.addressesOf(host).then(
      (found) => {
        const [first] = found;
        if (options.all === true) done(null, [...found]);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: unknown) => done(error as Error, ''),
    );
  };
}

const since = (beganMs: number): number => Math.round(performance.now() - beganMs);

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** A success does not depend on the body, which may break or never end. */
const startOf = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= RESPONSE_READ_MAX) break;
    }
  } catch {
    // The status decides.
  }
  const text = Buffer.concat(chunks).subarray(0, RESPONSE_SHOWN_MAX).toString('utf8');
  // Databases reject the zero character.
  return text.replaceAll('\0', '\uFFFD').slice(0, RESPONSE_SHOWN_MAX);
};

const reasonOf = (error: unknown): string => {
  if (error instanceof TargetRejected) return 'address_not_allowed';
  if (error instanceof TargetUnresolved) return 'name_not_resolved';
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  if (cause instanceof TargetRejected || cause instanceof TargetUnresolved) return reasonOf(cause);
  return typeof code === 'string' ? code.toLowerCase().slice(0, 64) : 'connection_failed';
};

/** Label of an attempt in metrics. */
export const outcomeLabel = (attempt: Attempt): string => {
  if (isSuccess(attempt)) return 'delivered';
  if (attempt.status !== null) return `${Math.floor(attempt.status / 100)}xx`;
  return attempt.error === 'address_not_allowed' || attempt.error === 'timeout'
    ? attempt.error
    : 'no_response';
};
