import { randomUUID } from 'node:crypto';
import type { Brokerage, components } from '#client';
import type { Transport } from './transport.js';

type Schemas = components['schemas'];

/** The journey of one user. Throws at the first step with an unexpected result. */
export class Walk {
  private readonly run = randomUUID().slice(0, 8);

  constructor(
    private readonly api: Brokerage,
    private readonly transport: Transport,
    private readonly sandboxUrl: string,
    private readonly partnerId: string,
  ) {}

  /** Returns the id of the filled buy order. */
  async go(amount: string): Promise<string> {
    const { transport } = this;
    transport.say('Log in with the API key and a partner user, and read the settlement total');
    const before = await this.settlementTotal();
    const userId = await this.onboard(await this.register());
    await this.deposit(userId, amount, before);
    transport.say('Order: buy AAPL for half of the deposit');
    const orderId = await this.order(userId, 'buy', part(amount, 2));
    await this.showHoldings(userId);
    transport.say('Order: sell half of the shares');
    await this.order(userId, 'sell', part(amount, 4));
    const withdrawn = await this.withdraw(userId, part(amount, 4));
    transport.say('Read the settlement total again');
    const after = await this.settlementTotal();
    transport.say(
      `Done: ${amount} deposited, half of it invested, half of the shares sold, ${withdrawn} withdrawn; the partner owed ${inDollars(before)} before, and now its settlement total is ${inDollars(after)}`,
    );
    return orderId;
  }

  private async register(): Promise<string> {
    this.transport.say('Register a user');
    const body = {
      externalId: `user-${this.run}`,
      name: 'Ada',
      familyName: 'Lovelace',
      email: `ada-${this.run}@users.example`,
      countryCode: 'USA',
    };
    return (await this.transport.get(this.api.POST('/v1/user', { body }))).id;
  }

  private async onboard(userId: string): Promise<string> {
    const { api, transport } = this;
    const params = { path: { userId } };
    transport.say('Get an onboarding session for the front end');
    const body = { dateOfBirth: '1990-05-15', gender: 'F', state: 'CA', city: 'San Francisco' };
    const { token } = await transport.get(
      api.POST('/v1/onboarding/{userId}/session-token', { params, body }),
    );

    transport.say('The user finishes on the identity provider’s page (the sandbox does it here)');
    await this.finishOnboarding(token);

    transport.say('Wait for the trader profile, then for the broker account to be ACTIVE');
    await transport.poll(
      () => api.GET('/v1/onboarding/{userId}/trader-profile', { params }),
      ({ brokerAccountStatus }) => brokerAccountStatus === 'ACTIVE',
    );
    return userId;
  }

  private async finishOnboarding(token: string): Promise<void> {
    const url = `${this.sandboxUrl}/control/onboarding/${encodeURIComponent(token)}`;
    const headers = { 'content-type': 'application/json' };
    const request = new Request(url, { method: 'POST', headers, body: '{}' });
    const response = await this.transport.send(request);
    if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
  }

  private async deposit(userId: string, amount: string, before: bigint): Promise<void> {
    const { api, transport } = this;
    transport.say('Deposit: the user is credited from the pre-funded account');
    const externalId = `deposit-${this.run}`;
    const body = { userId, direction: 'DEPOSIT', amount, externalId } as const;
    const { id } = await transport.get(api.POST('/v1/funding', { body }));
    const { status } = await transport.poll(
      () => api.GET('/v1/funding/{id}', { params: { path: { id } } }),
      (deposit) => hasEnded(deposit.status),
    );
    expect(status, 'completed');

    transport.say('Settlement: the total has grown by the deposit');
    await transport.poll(
      () => api.GET('/v1/settlements'),
      (list) => totalOf(list) >= before + toCents(amount),
    );
  }

  private async order(userId: string, side: 'buy' | 'sell', amount: string): Promise<string> {
    const { api, transport } = this;
    const body = {
      userId,
      symbol: 'AAPL',
      qty: 0,
      amount: Number(amount),
      side,
      externalId: `${side}-${this.run}`,
    } as const;
    const { id } = await transport.get(api.POST('/v1/orders', { body }));
    const { status } = await transport.poll(
      () => api.GET('/v1/orders/{id}', { params: { path: { id } } }),
      (order) => hasEnded(order.status),
    );
    expect(status, 'filled');
    return id;
  }

  private async showHoldings(userId: string): Promise<void> {
    const { api, transport } = this;
    const params = { path: { userId } };
    transport.say('The user’s account and positions, as the broker has them');
    await transport.poll(
      () => api.GET('/v1/accounts/{userId}', { params }),
      ({ positionsValue }) => positionsValue !== '0.00',
    );
    await transport.get(api.GET('/v1/accounts/{userId}/positions', { params }));
  }

  /** Returns the withdrawn amount: 0.00 if the partner's terms do not allow withdrawals. */
  private async withdraw(userId: string, amount: string): Promise<string> {
    const { api, transport } = this;
    transport.say('Withdrawal: the user withdraws a quarter of the deposit');
    const externalId = `withdrawal-${this.run}`;
    const body = { userId, direction: 'WITHDRAWAL', amount, externalId } as const;
    const { data, error } = await api.POST('/v1/funding', { body });
    if (error?.code === 'direction_not_supported') {
      transport.say(
        `Withdrawals are disabled in this partner’s terms. An operator enables them: npm run ops -- partner configure --partner ${this.partnerId} --withdrawals enabled`,
      );
      return '0.00';
    }
    if (data === undefined) throw new Error(`POST /v1/funding: ${JSON.stringify(error)}`);
    const { status } = await transport.poll(
      () => api.GET('/v1/funding/{id}', { params: { path: { id: data.id } } }),
      (withdrawal) => hasEnded(withdrawal.status),
    );
    expect(status, 'completed');
    return amount;
  }

  private async settlementTotal(): Promise<bigint> {
    return totalOf(await this.transport.get(this.api.GET('/v1/settlements')));
  }
}

const totalOf = ({ settlements }: Schemas['SettlementList']): bigint =>
  toCents(settlements[0]?.gross ?? '0.00');

/** Returns one of `parts` equal parts of an amount in dollars, rounded down to cents. */
const part = (amount: string, parts: number): string => inDollars(toCents(amount) / BigInt(parts));

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));

const inDollars = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

const ENDS = ['completed', 'failed', 'reversed', 'filled', 'rejected', 'canceled', 'expired'];

const hasEnded = (status: string): boolean => ENDS.includes(status);

const expect = (status: string, expected: string): void => {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}`);
};
