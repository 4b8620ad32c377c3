import {
  type AccountChanges,
  type Answer,
  eventually,
  type Json,
  type TestSandbox,
} from './sandbox.js';

/** A customer's funded account at a sandbox broker. */
export class SandboxTrader {
  private readonly base: string;

  private constructor(
    private readonly sandbox: TestSandbox,
    readonly id: string,
  ) {
    this.base = `/v1/trading/accounts/${id}`;
  }

  static async with(
    sandbox: TestSandbox,
    amount: string,
    changes: AccountChanges = {},
  ): Promise<SandboxTrader> {
    return new SandboxTrader(sandbox, await sandbox.fundedAccount(amount, changes));
  }

  /** Reads a resource of the account. */
  async read(path: string): Promise<Json> {
    return (await this.sandbox.broker('GET', `${this.base}${path}`)).body;
  }

  account(): Promise<Json> {
    return this.read('/account');
  }

  order(side: 'buy' | 'sell', symbol: string, size: object): Promise<Answer> {
    const order = { symbol, side, type: 'market', time_in_force: 'day', ...size };
    return this.sandbox.broker('POST', `${this.base}/orders`, order);
  }

  /** Places an order and waits until it is filled. */
  async trade(side: 'buy' | 'sell', symbol: string, qty: string): Promise<Json> {
    const { body } = await this.order(side, symbol, { qty });
    await eventually(async () => (await this.read(`/orders/${body.id}`)).status === 'filled');
    return this.read(`/orders/${body.id}`);
  }

  configure(settings: object): Promise<Answer> {
    return this.sandbox.broker('PATCH', `${this.base}/account/configurations`, settings);
  }
}
