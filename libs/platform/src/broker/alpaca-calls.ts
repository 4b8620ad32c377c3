import type { Logger } from '../core/logger.js';
import {
  NoAnswer,
  type OutboundAnswer,
  type OutboundCall,
  OutboundHttp,
} from '../core/outbound-http.js';
import { PROVIDER_TIMEOUT_MS } from '../core/timing.js';
import { isThrottled } from './alpaca-outcomes.js';
import { type BrokerSend, OutcomeUnknown } from './broker.js';
import type { Priority } from './pacing/budget.js';
import { Pacer } from './pacing/pacer.js';
import { SharedBudget } from './pacing/shared-budget.js';
import type { RedisClient } from '../redis/script.js';

export type AlpacaConnection = {
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  readonly logger?: Logger;
  /** Where all processes share the broker's limit; without it this one paces its calls alone. */
  readonly redis?: RedisClient;
};

/** The calls to the broker, in their turns. Repeats none that may have been executed. */
export class AlpacaCalls {
  /** For the event streams, which wait for no turn: few, and each opened with pauses of its own. */
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
    this.pacer = new Pacer(new SharedBudget(redis));
  }

  /**
   * Waits for the turn of a send, which is to begin soon after.
   * @throws {ProviderBusy} when its turn does not come in time
   * @throws {CircuitOpen} when such sends failed too often in a row
   */
  async turnOf(send: BrokerSend): Promise<void> {
    await this.pacer.promise(PRIORITY_OF[send]);
    this.http.requireReady({ method: 'POST', path: SEND_PATHS[send] });
  }

  /** Once, and at once: `turnOf` has waited for it. @throws {OutcomeUnknown} without an answer */
  send(call: OutboundCall): Promise<OutboundAnswer> {
    return this.pacer.send(() => this.exchange(call));
  }

  /**
   * What bears repeats, in its turn, and again while the broker only says that it is busy.
   * @throws {OutcomeUnknown} without an answer
   * @throws {ProviderBusy} when its turn does not come in time
   */
  ask(call: OutboundCall, priority: Priority): Promise<OutboundAnswer> {
    return this.pacer.call(priority, isThrottled, () => this.exchange(call));
  }

  /** Drops the connections, for shutdown. */
  async close(): Promise<void> {
    await this.http.close();
  }

  private async exchange(call: OutboundCall): Promise<OutboundAnswer> {
    try {
      return await this.http.json(call);
    } catch (error) {
      if (error instanceof NoAnswer) throw new OutcomeUnknown(error.message);
      throw error;
    }
  }
}

type Connection = Omit<AlpacaConnection, 'logger' | 'redis'> & {
  readonly logger?: Logger | null;
  readonly redis?: RedisClient | null;
};

/** A path of each kind: calls of one kind share a circuit. */
const SEND_PATHS: Readonly<Record<BrokerSend, string>> = {
  account: '/v1/accounts',
  journal: '/v1/journals',
  order: '/v1/trading/accounts/-/orders',
};

const PRIORITY_OF: Readonly<Record<BrokerSend, Priority>> = {
  account: 'account',
  journal: 'deposit',
  order: 'order',
};
