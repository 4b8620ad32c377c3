import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ledgerOf } from '../../apps/sandbox/control/ledger.js';
import { startSandbox } from '../../apps/sandbox/sandbox.js';
import type { Pace, SandboxOptions } from '../../apps/sandbox/sandbox.options.js';
import { BACKSTOP_MS } from './backstop.js';

export const FIRM = '00000000-0000-4000-8000-00000000f1f1';
export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const BROKER_KEY = `Basic ${Buffer.from('key:secret').toString('base64')}`;
const IDENTITY_KEY = `Basic ${Buffer.from('sk_test_x:').toString('base64')}`;

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Json };
/** Response with an unchecked body. */
export type Json = ReturnType<typeof JSON.parse>;
export type Ledger = ReturnType<typeof ledgerOf>;

/** A separate sandbox on a free port, in a new directory. */
export class TestSandbox {
  private running: Awaited<ReturnType<typeof startSandbox>> | null = null;

  private constructor(private readonly options: SandboxOptions) {}

  static async start(pace: Partial<Pace> = {}, webhookUrl?: string): Promise<TestSandbox> {
    const sandbox = new TestSandbox({
      host: '127.0.0.1',
      port: 0,
      dataDir: await mkdtemp(join(tmpdir(), 'sandbox-')),
      broker: { keyId: 'key', secret: 'secret', firmAccountId: FIRM },
      identity: {
        secretKey: 'sk_test_x',
        playbookKey: 'pb_test_x',
        webhookSecret: WEBHOOK_SECRET,
      },
      webhookUrl: webhookUrl ?? 'http://127.0.0.1:9/nobody',
      pace: { ...QUICK, ...pace },
    });
    await sandbox.startAgain();
    return sandbox;
  }

  get url(): string {
    return this.running?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.running?.close();
    this.running = null;
  }

  async startAgain(): Promise<void> {
    this.running = await startSandbox(this.options);
  }

  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.options.dataDir, { recursive: true, force: true });
  }

  broker(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    return this.call(method, `/broker${path}`, body, { authorization: BROKER_KEY, ...headers });
  }

  identity(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    return this.call(method, `/identity${path}`, body, { authorization: IDENTITY_KEY, ...headers });
  }

  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, `/control${path}`, body, {});
  }

  async ledger(): Promise<Ledger> {
    return (await this.control('GET', '/ledger')).body as Ledger;
  }

  async openAccount(changes: AccountChanges = {}): Promise<string> {
    const { body } = await this.broker('POST', '/v1/accounts', application(changes));
    await eventually(async () => {
      const account = await this.broker('GET', `/v1/accounts/${body.id}`);
      return account.body.status === 'ACTIVE';
    });
    return body.id as string;
  }

  /** Opens an account and deposits this amount. */
  async fundedAccount(amount: string, changes: AccountChanges = {}): Promise<string> {
    const id = await this.openAccount(changes);
    await this.broker('POST', '/v1/journals', journalTo(id, amount));
    await eventually(async () => (await this.ledger()).balances[id] === amount);
    return id;
  }

  private async call(
    method: string,
    path: string,
    body: unknown,
    headers: object,
  ): Promise<Answer> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(BACKSTOP_MS),
    });
    const text = await answer.text();
    const json: Json = text === '' ? null : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body: json };
  }
}

const QUICK: Partial<Pace> = {
  accountStepMs: 5,
  journalMs: 5,
  reversalMs: 20,
  fillMs: 5,
  secondPartMs: 20,
  verificationMs: 5,
  heartbeatMs: 50,
  webhookTimeoutMs: 2_000,
  webhookRetryMs: Array.from({ length: 20 }, () => 20),
};

export type AccountChanges = {
  readonly email?: string;
  readonly familyName?: string;
  readonly taxId?: string;
  readonly isControlPerson?: boolean;
  /** Returns whether the account has the broker's defaults: margin and short sales. */
  readonly hasMargin?: boolean;
};

let opened = 0;

export const application = (changes: AccountChanges = {}) => ({
  contact: {
    email_address: changes.email ?? `someone-${(opened += 1)}@example.com`,
    phone_number: '+14155550100',
    street_address: ['20 N San Mateo Dr'],
    city: 'San Mateo',
    state: 'CA',
    postal_code: '94401',
    country: 'USA',
  },
  identity: {
    given_name: 'Ada',
    family_name: changes.familyName ?? 'Lovelace',
    date_of_birth: '1990-05-15',
    tax_id: changes.taxId ?? '123459876',
    tax_id_type: 'USA_SSN',
    country_of_tax_residence: 'USA',
    funding_source: ['employment_income'],
  },
  disclosures: {
    is_control_person: changes.isControlPerson ?? false,
    is_affiliated_exchange_or_finra: false,
    is_politically_exposed: false,
    immediate_family_exposed: false,
  },
  agreements: [
    {
      agreement: 'customer_agreement',
      signed_at: '2026-01-02T03:04:05.678Z',
      ip_address: '127.0.0.1',
    },
  ],
  ...(changes.hasMargin === true ? {} : { trading_configurations: CASH_ONLY }),
});

export const CASH_ONLY = {
  max_margin_multiplier: '1',
  no_shorting: true,
  trade_confirm_email: 'none',
};

export const journalTo = (account: string, amount: string, description = 'a deposit') => ({
  entry_type: 'JNLC',
  from_account: FIRM,
  to_account: account,
  amount,
  description,
});

export const journalFrom = (account: string, amount: string, description = 'a withdrawal') => ({
  ...journalTo(FIRM, amount, description),
  from_account: account,
});

/** Waits until the check succeeds. The limit is far above the usual time. */
export const eventually = async (check: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = Date.now() + BACKSTOP_MS;
  for (let pauseMs = 10; !(await check()); pauseMs = Math.min(pauseMs * 1.2, 250)) {
    if (Date.now() > deadline) throw new Error(`timed out: ${check.toString()}`);
    await sleep(pauseMs);
  }
};
