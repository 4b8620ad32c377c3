import { randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '#kernel/concurrency/pause.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Demo, type Json, PartnerClient, type Service } from '../../support/service.js';
import { createEndpoint } from '../../support/webhook-receiver.js';
import { type Bench, type Form, alternating } from '../bench.js';
import { headOf, untilRecorded } from '../complete.js';
import { spentMs } from '../history/processor-time.js';
import { Stage } from '../fixture.js';
import { answeredPerSecond, sendEvenly } from '../http-load.js';
import { type Row, percentile, rowOf } from '../row.js';

const PARTNERS = 4;
const ENDPOINTS = 5;
/** Facts per second. Each one goes to 2.5 healthy endpoints and to 2.5 hanging ones. */
const [FACTS_PER_S, QUICK_FACTS_PER_S] = [80, 20];
const [SECONDS, QUICK_SECONDS] = [20, 5];
const CONNECTIONS = 16;
const TYPES = { types: ['user.created', 'user.updated'] };

/** A receiver that notes the age of each event on arrival, or that never responds. */
class Receiver {
  readonly agesMs: number[] = [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(isHealthy: boolean): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `http://127.0.0.1:${port}/`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (!isHealthy) return;
        const body = Buffer.concat(chunks).toString('utf8');
        const { createdAt } = JSON.parse(body) as { readonly createdAt: string };
        receiver.agesMs.push(Date.now() - Date.parse(createdAt));
        response.writeHead(204).end();
      });
    });
    return receiver;
  }

  async until(count: number): Promise<void> {
    while (this.agesMs.length < count) await pause(20);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Time from a fact to its arrival at healthy endpoints while as many endpoints hang. */
export const webhooks: Bench = {
  name: 'webhooks',
  async run(form) {
    const { quick, rounds, say } = form;
    const stage = await Stage.open(1);
    const { service, client } = stage;
    try {
      const clients = [client, await PartnerClient.logIn(service, service.demo.secondPartner)];
      while (clients.length < PARTNERS)
        clients.push(await PartnerClient.logIn(service, await newPartner(service)));
      const [p50s, p99s]: [number[], number[]] = [[], []];
      for (let round = 1; round <= rounds; round++) {
        const agesMs = await besideHanging(form, service, clients);
        p50s.push(percentile(agesMs, 0.5));
        p99s.push(percentile(agesMs, 0.99));
        const [p50, p99] = [p50s.at(-1), p99s.at(-1)];
        say(`round ${round} of ${rounds}: ${agesMs.length} arrived, p50 ${p50} ms, p99 ${p99} ms`);
      }
      const perSecond = quick ? QUICK_FACTS_PER_S : FACTS_PER_S;
      const name = (part: string) => `webhooks: ${part} at ${perSecond} facts/s`;
      const unit = 'ms';
      return [
        rowOf({ name: name('p50'), unit, measured: p50s, goal: { atMost: 500 } }),
        rowOf({ name: name('p99'), unit, measured: p99s, goal: { atMost: 1_000 } }),
      ];
    } finally {
      await stage.close();
    }
  },
};

const newPartner = async (service: Service): Promise<Demo> => {
  const ops = async (...args: string[]): Promise<Json> =>
    JSON.parse((await service.ops(...args, '--json')).stdout) as Json;
  const { id } = await ops('partner', 'create', '--name', `Acme ${randomUUID()}`);
  const partner = ['--partner', String(id)];
  const email = `bench-${randomUUID()}@acme.example`;
  const user = await ops('partner-user', 'create', ...partner, '--email', email);
  const { apiKey } = await ops('key', 'create', ...partner);
  return { id: String(id), apiKey: String(apiKey), email, password: String(user['password']) };
};

/** Ages of the events that arrive at new healthy endpoints. */
const besideHanging = async (
  { quick }: Form,
  service: Service,
  clients: readonly PartnerClient[],
): Promise<readonly number[]> => {
  const receivers: Receiver[] = [];
  const paths: (readonly [PartnerClient, string])[] = [];
  let expected = 0;
  const [perSecond, seconds] = quick ? [QUICK_FACTS_PER_S, QUICK_SECONDS] : [FACTS_PER_S, SECONDS];
  const amount = Math.ceil((perSecond * seconds) / clients.length);
  const healthy: Receiver[] = [];
  try {
    for (const [n, client] of clients.entries())
      for (let i = 0; i < ENDPOINTS; i++) {
        const isHealthy = (n * ENDPOINTS + i) % 2 === 0;
        const receiver = await Receiver.start(isHealthy);
        receivers.push(receiver);
        if (isHealthy) healthy.push(receiver);
        const { path } = await createEndpoint(client, receiver.url, TYPES);
        paths.push([client, path]);
      }
    expected = amount;
    await Promise.all(
      clients.map((client) =>
        sendEvenly(
          {
            ...{ url: service.api, connections: CONNECTIONS, amount },
            headers: { ...client.headers, 'content-type': 'application/json' },
            next: () => ({ path: '/v1/user', body: JSON.stringify(newUser()) }),
          },
          perSecond / clients.length,
        ),
      ),
    );
    await Promise.all(healthy.map((receiver) => receiver.until(expected)));
    return healthy.flatMap(({ agesMs }) => agesMs);
  } finally {
    for (const [client, path] of paths) await client.delete(path);
    for (const receiver of receivers) await receiver.stop();
  }
};

const newUser = () => ({
  ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
  email: `user-${randomUUID()}@users.example`,
});

const USERS = 16;
const [REQUESTS, QUICK_REQUESTS] = [600, 200];

type Work = {
  readonly name: string;
  readonly path: string;
  readonly ends: string;
  readonly body: object;
};
const WORK: readonly Work[] = [
  {
    ...{ name: 'orders', path: '/v1/orders', ends: 'OrderFilled' },
    body: { symbol: 'AAPL', amount: 1, side: 'buy' },
  },
  {
    ...{ name: 'funding', path: '/v1/funding', ends: 'DepositCompleted' },
    body: { direction: 'DEPOSIT', amount: '0.01' },
  },
];

/** Orders and deposits from the request to their end, with and without webhooks of all types. */
export const webhookCost: Bench = {
  name: 'webhook-cost',
  async run(form) {
    const stage = await Stage.open(USERS);
    const receiver = await Receiver.start(true);
    try {
      await stage.fund('10000.00');
      const second = await PartnerClient.logIn(stage.service, stage.service.demo.secondPartner);
      const userIds = await Promise.all(
        Array.from({ length: USERS }, () => onboardedUser(stage.service, second)),
      );
      const other = new Stage(stage.service, second, userIds);
      await other.fund('10000.00');
      const partners = [stage, other];
      const paths = await Promise.all(
        partners.map(async ({ client }) => (await createEndpoint(client, receiver.url)).path),
      );
      const rows: Row[] = [];
      for (const work of WORK) {
        const throughput = async (status: 'enabled' | 'disabled'): Promise<number> => {
          for (const [n, { client }] of partners.entries())
            await client.patch(`${paths[n]}?from=now`, { status });
          const workerMs = () => spentMs(stage.service.pid('worker'));
          const [arrived, spent] = [receiver.agesMs.length, workerMs()];
          const amount = form.quick ? QUICK_REQUESTS : REQUESTS;
          const perSecond = await endedPerSecond(partners, work, amount);
          const webhookCount = receiver.agesMs.length - arrived;
          form.say(`${status}: ${webhookCount} webhooks, ${workerMs() - spent} ms of the worker`);
          return perSecond;
        };
        const rounds = await alternating(
          form,
          () => throughput('enabled'),
          () => throughput('disabled'),
        );
        const name = `webhooks: ${work.name} with and without`;
        rows.push(rowOf({ name, unit: '/s', ...rounds, goal: { atLeast: 0.9 } }));
      }
      return rows;
    } finally {
      await stage.close();
      await receiver.stop();
    }
  },
};

const endedPerSecond = async (
  partners: readonly Stage[],
  { path, ends, body }: Work,
  amount: number,
): Promise<number> => {
  const [{ events }] = partners as [Stage];
  const before = headOf(events);
  const beganMs = performance.now();
  await Promise.all(
    partners.map((stage) =>
      answeredPerSecond({
        ...{ url: stage.service.api, connections: CONNECTIONS, amount },
        headers: { ...stage.client.headers, 'content-type': 'application/json' },
        next: () => ({
          path,
          body: JSON.stringify({ ...body, userId: stage.nextUser(), externalId: randomUUID() }),
        }),
      }),
    ),
  );
  await untilRecorded(events, ends, before, amount * partners.length);
  return (amount * partners.length) / ((performance.now() - beganMs) / 1_000);
};
