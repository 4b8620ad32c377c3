import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../support/backstop.js';
import type { Service } from '../support/service.js';
import { Commands, type Customer } from './commands.js';
import { PartnerServer } from './partner-server.js';
import type { Random } from './random.js';
import type { AnswerRecord } from './record.js';

const CLIENTS = 6;
const USERS_PER_PARTNER = 4;
const CUSTOMERS_MAX = 400;
const TICK_MS = 20;
/** Limit of open requests. Further requests would only wait longer. */
const UNDERWAY_MAX = 200;

/** Users of two partners that register, onboard, deposit, withdraw, order and cancel until stopped. */
export class Load {
  readonly servers: readonly PartnerServer[];
  private readonly commands: Commands;
  private readonly customers: Customer[] = [];
  private running: Promise<void>[] = [];
  private going = false;
  private made = 0;

  constructor(
    service: Service,
    private readonly record: AnswerRecord,
    private readonly random: Random,
  ) {
    const { partner, secondPartner } = service.demo;
    this.commands = new Commands(service, record);
    this.servers = [partner, secondPartner].map((one) => new PartnerServer(service, one, record));
  }

  /** Creates users with active accounts and cash before the first fault. */
  async prepare(): Promise<void> {
    await Promise.all(
      this.servers.flatMap((server) =>
        Array.from({ length: USERS_PER_PARTNER }, async () => {
          if (!(await this.welcome(server, this.name('first'))))
            throw new Error('no first customer');
        }),
      ),
    );
    for (const customer of this.customers)
      await this.commands.deposit(customer, '2000.00', this.name('first'));
    for (const server of this.servers) {
      const customer = this.customers.find((each) => each.server === server);
      if (customer !== undefined) await this.commands.enableWithdrawals(customer);
    }
  }

  /** Starts six clients, each with this pause between two commands. */
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

  /** Starts this number of commands a second, with or without responses. */
  startAt(ratePerS: number): void {
    this.going = true;
    this.running = [this.steadily(ratePerS)];
  }

  /** Stops new commands. Resolves when all open commands are settled. */
  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.running);
    this.running = [];
  }

  /** Requests this number of deposits, each after the response to the one before. */
  async deposits(count: number, random: Random): Promise<void> {
    const left = Array.from({ length: count }, () => random.between(101, 9_900));
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let cents = left.pop(); cents !== undefined; cents = left.pop())
          await this.commands.deposit(this.customer(random), plain(cents), this.name('bulk'));
      }),
    );
  }

  /** Returns a user with an active account. */
  customer(random: Random): Customer {
    return random.pick(this.customers);
  }

  name(word: string): string {
    this.made += 1;
    return `${word}-${this.random.seed}-${this.made}`;
  }

  private async steadily(ratePerS: number): Promise<void> {
    const random = this.random.fork();
    const underway = new Set<Promise<void>>();
    const beganMs = performance.now();
    let sent = 0;
    while (this.going) {
      const due = Math.floor(((performance.now() - beganMs) * ratePerS) / 1_000);
      for (; sent < due; sent++) {
        if (underway.size >= UNDERWAY_MAX) {
          this.record.heldBack += 1;
          continue;
        }
        const one = this.something(random).finally(() => underway.delete(one));
        underway.add(one);
      }
      await sleep(TICK_MS);
    }
    await Promise.all(underway);
  }

  private async something(random: Random): Promise<void> {
    this.record.commands += 1;
    try {
      await this.oneOf(random);
    } catch (error) {
      this.record.complain(String(error));
    }
  }

  private oneOf(random: Random): Promise<unknown> {
    const { commands } = this;
    const customer = this.customer(random);
    const { server } = customer;
    const dice = random.between(1, 100);
    if (dice <= 34) return commands.deposit(customer, amount(random), this.name('deposit'), random);
    if (dice <= 46) return commands.withdraw(customer, amount(random), this.name('out'), random);
    if (dice <= 76) return commands.order(customer, this.name('order'), random);
    if (dice <= 81) return commands.cancel(customer, this.name('canceled'));
    if (dice <= 86) return commands.register(server, this.name('user'));
    if (dice <= 91) return commands.verify(server, this.name('verified'), random);
    if (dice <= 96) return this.welcome(server, this.name('onboarding'));
    return commands.wrong(customer, this.name('wrong'), random);
  }

  /** Returns whether the user's account became active in time. An active user joins the load. */
  private async welcome(server: PartnerServer, externalId: string): Promise<boolean> {
    const userId = await this.commands.onboard(server, externalId);
    if (this.customers.length >= CUSTOMERS_MAX) return true;
    const endMs = Date.now() + BACKSTOP_MS;
    while (Date.now() < endMs) {
      const { body } = await server.send('GET', `/v1/onboarding/${userId}/trader-profile`);
      if (body['brokerAccountStatus'] === 'ACTIVE') {
        this.customers.push({ server, userId });
        return true;
      }
      await sleep(500);
    }
    return false;
  }
}

/** Returns an amount. The broker rejects some amounts (.13) and reverses others (.17). */
const amount = (random: Random): string => {
  const cents = random.percent(5) ? 13 : random.percent(5) ? 17 : random.between(20, 99);
  return plain(random.between(2, 90) * 100 + cents);
};

const plain = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
