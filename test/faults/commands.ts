import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../support/backstop.js';
import { png } from '../support/images.js';
import { type Answer, type Service, call } from '../support/service.js';
import type { PartnerServer } from './partner-server.js';
import type { Random } from './random.js';
import type { AnswerRecord } from './record.js';

/** The broker rejects the last two. */
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'SPY', 'PART', 'PART', 'HALT', 'NOSUCH'];
const UNKNOWN_USER = 'c0ffee00-0000-4000-8000-000000000000';

export type Customer = { readonly server: PartnerServer; readonly userId: string };

/** Commands of a partner's server, each with a unique id, and the record of the responses. */
export class Commands {
  constructor(
    private readonly service: Service,
    private readonly record: AnswerRecord,
  ) {}

  /** Sometimes sends the request twice. */
  async deposit({ server, userId }: Customer, amount: string, externalId: string, random?: Random) {
    const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
    const body = { userId, direction: 'DEPOSIT', amount, externalId };
    await server.ask(asked, '/v1/funding', body);
    if (random?.percent(10) === true) await server.ask(asked, '/v1/funding', body);
  }

  /** Sometimes sends the request twice. The user may have less cash. */
  async withdraw({ server, userId }: Customer, amount: string, externalId: string, random: Random) {
    const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
    const body = { userId, direction: 'WITHDRAWAL', amount, externalId };
    const { status, body: shown } = await server.ask(asked, '/v1/funding', body);
    if (random.percent(10)) await server.ask(asked, '/v1/funding', body);
    if (status >= 300 || !random.percent(20)) return;
    const id = String(shown['id']);
    const canceled = await server.send('DELETE', `/v1/funding/${id}`);
    if (canceled.status === 202) this.record.promise({ ...asked, kind: 'cancel' }, id);
  }

  /** Waits for the API to apply the terms. */
  async enableWithdrawals({ server, userId }: Customer): Promise<void> {
    const terms = ['--partner', server.partnerId, '--withdrawals', 'enabled'];
    const { code, stderr } = await this.service.ops('partner', 'configure', ...terms);
    if (code !== 0) throw new Error(`partner configure ended with ${code}: ${stderr}`);
    const endMs = Date.now() + BACKSTOP_MS;
    for (let i = 0; Date.now() < endMs; i++) {
      const externalId = `enabled-${server.partnerId}-${i}`;
      const body = { userId, direction: 'WITHDRAWAL', amount: '0.01', externalId };
      const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
      const answer = await server.ask(asked, '/v1/funding', body);
      if (answer.body['code'] !== 'direction_not_supported') return;
      await sleep(200);
    }
    throw new Error('withdrawals were never enabled');
  }

  async order({ server, userId }: Customer, externalId: string, random: Random): Promise<void> {
    const asked = { kind: 'order', partnerId: server.partnerId, externalId } as const;
    const dollars = random.between(100, 900) / 100;
    const body = { userId, symbol: random.pick(SYMBOLS), amount: dollars, side: 'buy', externalId };
    await server.ask(asked, '/v1/orders', body);
    if (random.percent(10)) await server.ask(asked, '/v1/orders', body);
  }

  async cancel({ server, userId }: Customer, externalId: string): Promise<void> {
    const asked = { kind: 'order', partnerId: server.partnerId, externalId } as const;
    const body = { userId, symbol: 'SLOW', amount: 1.5, side: 'buy', externalId };
    const { body: order } = await server.ask(asked, '/v1/orders', body);
    const id = String(order['id']);
    const { status } = await server.send('DELETE', `/v1/orders/${id}`);
    if (status === 202) this.record.promise({ ...asked, kind: 'cancel' }, id);
  }

  async register(server: PartnerServer, externalId: string, familyName = 'Lovelace') {
    const asked = { kind: 'user', partnerId: server.partnerId, externalId } as const;
    const email = `${externalId}@users.example`;
    const body = { name: 'Ada', familyName, externalId, email, countryCode: 'USA' };
    const answer = await server.ask(asked, '/v1/user', body);
    return String(answer.body['id']);
  }

  /** Onboards a user to the end of the hosted page. The service does the following steps. */
  async onboard(server: PartnerServer, externalId: string): Promise<string> {
    const userId = await this.register(server, externalId);
    const endMs = Date.now() + BACKSTOP_MS;
    let last: Answer | null = null;
    while (Date.now() < endMs) {
      last = await server.send('POST', `/v1/onboarding/${userId}/session-token`, {});
      // The page was executed, but its response was lost.
      if (last.status === 409) return userId;
      if (last.status < 300) {
        const control = `/control/onboarding/${String(last.body['token'])}`;
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

  /** Starts a verification and uploads its documents. One in twenty fails. */
  async verify(server: PartnerServer, externalId: string, random: Random): Promise<void> {
    const familyName = random.percent(5) ? 'McFail' : 'Lovelace';
    const userId = await this.register(server, externalId, familyName);
    const wanted = { verificationType: 'identity', documentType: 'passport', country: 'US' };
    const key = { 'idempotency-key': externalId };
    const started = await server.send('POST', '/v1/auth/verify', { userId, ...wanted }, key);
    if (started.status >= 300) return;
    const id = String(started.body['verificationId']);
    const asked = { kind: 'verification', partnerId: server.partnerId, externalId } as const;
    this.record.promise(asked, id);
    const files = [{ type: 'front', content: png().toString('base64') }];
    const documents = { documentType: 'passport', files };
    await server.send('POST', `/v1/auth/verify/${id}/documents`, documents);
  }

  /** Sends invalid requests, which the API must reject permanently. */
  async wrong({ server, userId }: Customer, externalId: string, random: Random): Promise<void> {
    const deposit = { userId, direction: 'DEPOSIT', amount: '10.00', externalId };
    const order = { userId, symbol: 'AAPL', amount: 5, side: 'buy', externalId };
    const [path, body] = random.pick<readonly [string, object]>([
      ['/v1/funding', { ...deposit, amount: '90000000.00' }],
      ['/v1/funding', { ...deposit, amount: 'much' }],
      ['/v1/funding', { ...deposit, userId: UNKNOWN_USER }],
      ['/v1/orders', { ...order, side: 'hold' }],
      ['/v1/orders', { ...order, userId: UNKNOWN_USER }],
    ]);
    const { status } = await server.send('POST', path, body);
    if (status < 400 || status >= 500)
      this.record.complain(`${JSON.stringify(body)} was answered with ${status}`);
  }
}
