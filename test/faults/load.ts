import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Service, call } from '../support/service.js';
import { PartnerServer } from './partner-server.js';
import type { Random } from './random.js';
import type { AnswerRecord } from './record.js';

const CLIENTS = 6;
const USERS_PER_PARTNER = 4;
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'PART'];
const ONBOARDING_TRIES_MAX = 100;

type Customer = { readonly server: PartnerServer; readonly userId: string };

/** Two partners' users who register, onboard, deposit, order and cancel, all mixed, until stopped. */
export class Load {
  readonly servers: readonly PartnerServer[];
  private readonly customers: Customer[] = [];
  private running: Promise<void>[] = [];
  private going = false;
  private made = 0;

  constructor(
    private readonly service: Service,
    private readonly record: AnswerRecord,
    private readonly random: Random,
  ) {
    const { partner, secondPartner } = service.demo;
    this.servers = [partner, secondPartner].map((one) => new PartnerServer(service, one, record));
  }

  /** Users with an active account and money to trade with, before anything goes wrong. */
  async prepare(): Promise<void> {
    await Promise.all(
      this.servers.flatMap((server) =>
        Array.from({ length: USERS_PER_PARTNER }, async () => {
          const userId = await this.onboard(server, this.name('first'));
          await this.untilActive(server, userId);
          await this.deposit({ server, userId }, '2000.00', this.name('first'));
          this.customers.push({ server, userId });
        }),
      ),
    );
  }

  /** Six clients at once; each pauses this long between two commands. */
  start(pauseMs = 150): void {
    this.going = true;
    this.running = Array.from({ length: CLIENTS }, async () => {
      const random = this.random.fork();
      while (this.going) {
        await this.something(random);
        await sleep(pauseMs);
      }
    });
  }

  /** No new commands; resolves when all of those under way are settled. */
  async stop(): Promise<void> {
    this.going = false;
    const ended = await Promise.allSettled(this.running);
    for (const one of ended)
      if (one.status === 'rejected') this.record.complain(String(one.reason));
    this.running = [];
  }

  /** So many deposits, under ids of their own, as fast as they are answered. */
  async deposits(count: number, random: Random): Promise<void> {
    const left = Array.from({ length: count }, () => random.between(101, 9_900));
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let cents = left.pop(); cents !== undefined; cents = left.pop())
          await this.deposit(random.pick(this.customers), plain(cents), this.name('bulk'));
      }),
    );
  }

  /** A user with an active account, for faults that send commands of their own. */
  customer(random: Random): Customer {
    return random.pick(this.customers);
  }

  name(word: string): string {
    this.made += 1;
    return `${word}-${this.random.seed}-${this.made}`;
  }

  private async something(random: Random): Promise<void> {
    const customer = random.pick(this.customers);
    const dice = random.between(1, 100);
    if (dice <= 50) return this.deposit(customer, amount(random), this.name('deposit'), random);
    if (dice <= 82) return this.order(customer, random);
    if (dice <= 87) return this.cancel(customer);
    if (dice <= 94) return this.register(customer.server, this.name('user')).then(() => undefined);
    return this.onboard(customer.server, this.name('onboarding')).then(() => undefined);
  }

  private async deposit(
    { server, userId }: Customer,
    text: string,
    externalId: string,
    random?: Random,
  ): Promise<void> {
    const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
    const body = { userId, direction: 'DEPOSIT', amount: text, externalId };
    await server.ask(asked, '/v1/funding', body);
    if (random?.percent(10) === true) await server.ask(asked, '/v1/funding', body);
  }

  private async order({ server, userId }: Customer, random: Random): Promise<void> {
    const externalId = this.name('order');
    const asked = { kind: 'order', partnerId: server.partnerId, externalId } as const;
    const dollars = random.between(100, 900) / 100;
    const body = { userId, symbol: random.pick(SYMBOLS), amount: dollars, side: 'buy', externalId };
    await server.ask(asked, '/v1/orders', body);
    if (random.percent(10)) await server.ask(asked, '/v1/orders', body);
  }

  private async cancel({ server, userId }: Customer): Promise<void> {
    const externalId = this.name('canceled');
    const asked = { kind: 'order', partnerId: server.partnerId, externalId } as const;
    const body = { userId, symbol: 'SLOW', amount: 1.5, side: 'buy', externalId };
    const { body: order } = await server.ask(asked, '/v1/orders', body);
    const id = String(order['id']);
    const { status } = await server.send('DELETE', `/v1/orders/${id}`);
    if (status === 202) this.record.promise({ ...asked, kind: 'cancel' }, id);
  }

  private async register(server: PartnerServer, externalId: string): Promise<string> {
    const asked = { kind: 'user', partnerId: server.partnerId, externalId } as const;
    const email = `${externalId}@users.example`;
    const names = { name: 'Ada', familyName: 'Lovelace' };
    const body = { ...names, externalId, email, countryCode: 'USA' };
    const answer = await server.ask(asked, '/v1/user', body);
    return String(answer.body['id']);
  }

  /** Up to the end of the hosted page; what follows is the service's to do. */
  private async onboard(server: PartnerServer, externalId: string): Promise<string> {
    const userId = await this.register(server, externalId);
    let last: Answer | null = null;
    for (let tries = 0; tries < ONBOARDING_TRIES_MAX; tries++) {
      const path = `/v1/onboarding/${userId}/session-token`;
      const session = await server.send('POST', path, {});
      last = session;
      if (session.status < 300) {
        const control = `/control/onboarding/${String(session.body['token'])}`;
        const done = await call(this.service.sandbox, 'POST', control, { body: {} }).catch(
          () => null,
        );
        if (done?.status === 200) return userId;
        last = done;
      }
      await sleep(200);
    }
    throw new Error(`${externalId} could not be onboarded: ${JSON.stringify(last)}`);
  }

  private async untilActive(server: PartnerServer, userId: string): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const { body } = await server.send('GET', `/v1/onboarding/${userId}/trader-profile`);
      if (body['brokerAccountStatus'] === 'ACTIVE') return;
      await sleep(100);
    }
    throw new Error(`the account of ${userId} did not become active`);
  }
}

/** Now and then one that the broker rejects (.13) or takes back (.17). */
const amount = (random: Random): string => {
  const cents = random.percent(5) ? 13 : random.percent(5) ? 17 : random.between(20, 99);
  return plain(random.between(1, 90) * 100 + cents);
};

const plain = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
