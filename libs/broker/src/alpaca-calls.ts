import type { Logger } from '#kernel/logger.js';
import {
  NoResponse,
  type OutboundResponse,
  type OutboundCall,
  OutboundHttp,
} from '#http/outbound/outbound-http.js';
import { isThrottled } from './alpaca-outcomes.js';
import { type BrokerSend } from './broker.js';
import { Budget, type Priority } from './pacing/budget.js';
import { PACING_AUDIT_WAIT_MAX_MS, Pacer } from './pacing/pacer.js';
import type { RedisClient } from '#redis/script.js';
import { PROVIDER_TIMEOUT_MS } from './timing.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

export type AlpacaConnection = {
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  readonly logger?: Logger;
  /** Shares the broker's limit between processes. Without it this process paces its calls alone. */
  readonly redis?: RedisClient;
};

/** Makes calls to the broker in paced order. Never repeats a call that may have been executed. */
export class AlpacaCalls {
  /**
   * For event streams, which are not paced: there are few, and each pauses before it reconnects.
   */
  readonly http: OutboundHttp;
  private readonly pacer: Pacer;

  constructor({ url, keyId, secret, timeoutMs, logger = null, redis = null }: Connection) {
    const credentials = Buffer.from(`${keyId}:${secret}`).toString('base64');
    this.http = new OutboundHttp({
      name: 'broker',
      logger,
      url,
      headers: { authorization: `Basic ${credentials}` },
      timeoutMs: timeoutMs ?? PROVIDER_TIMEOUT_MS,
    });
    this.pacer = new Pacer(new Budget(redis));
  }

  /**
   * Waits until a send may begin. The send must follow within `SEND_WITHIN_MS`.
   * @throws {ProviderBusy} if the wait is too long
   * @throws {CircuitOpen} if such sends failed too often in a row
   */
  async admit(send: BrokerSend): Promise<void> {
    await this.pacer.admitSend();
    this.http.requireReady(SEND_CALLS[send]);
  }

  /**
   * Sends once, without waiting. Call `admit` first.
   * @throws {OutcomeUnknown} without a response
   */
  send(call: OutboundCall): Promise<OutboundResponse> {
    return this.pacer.send(() => this.exchange(call));
  }

  /**
   * Makes a repeatable call in paced order, and repeats it while the broker throttles. @throws
   * {OutcomeUnknown} without a response @throws {ProviderBusy} if the wait is too long
   */
  ask(call: OutboundCall, priority: Priority = 'read'): Promise<OutboundResponse> {
    return this.pacer.call(priority, isThrottled, () => this.exchange(call));
  }

  /** Makes a repeatable call for an audit. The call waits longer, because nothing retries it. */
  audit(call: OutboundCall): Promise<OutboundResponse> {
    const exchange = () => this.exchange(call);
    return this.pacer.call('read', isThrottled, exchange, PACING_AUDIT_WAIT_MAX_MS);
  }

  /** Closes the connections, for shutdown. */
  async close(): Promise<void> {
    await this.http.close();
  }

  private async exchange(call: OutboundCall): Promise<OutboundResponse> {
    try {
      return await this.http.json(call);
    } catch (error) {
      if (error instanceof NoResponse) throw new OutcomeUnknown(error.message);
      throw error;
    }
  }
}

type Connection = Omit<AlpacaConnection, 'logger' | 'redis'> & {
  readonly logger?: Logger | null;
  readonly redis?: RedisClient | null;
};

/** An example of each kind, because calls of one kind share a circuit breaker. */
const SEND_CALLS: Readonly<Record<BrokerSend, Pick<OutboundCall, 'method' | 'path'>>> = {
  account: { method: 'POST', path: '/v1/accounts' },
  configuration: {
    method: 'PATCH',
    path: '/v1/trading/accounts/-/account/configurations',
  },
  journal: { method: 'POST', path: '/v1/journals' },
  order: { method: 'POST', path: '/v1/trading/accounts/-/orders' },
};
