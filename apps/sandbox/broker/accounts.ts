import { randomUUID } from 'node:crypto';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import {
  type Application,
  type Block,
  BLOCKS,
  kycResults,
  nextOf,
  REPORTED_BLOCKS,
} from './account.rules.js';
import { BrokerError, unprocessable } from './broker-error.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import type { ConfigurationTable } from './configuration-table.js';

export type Account = {
  readonly id: string;
  /** Empty until active. */
  readonly number: string;
  readonly status: string;
  readonly reason: string | null;
  readonly blocks: readonly Block[];
  /** Wrong fields to return for a lookup by id. */
  readonly shown: Shown;
  readonly application: Application;
  readonly createdAt: string;
};

type Shown = { readonly id?: string | undefined; readonly email?: string | undefined };

/** A change by the broker's staff. Omitted fields stay. */
export type AccountChange = {
  readonly status?: string | undefined;
  readonly reason?: string | null | undefined;
  readonly blocks?: readonly Block[] | undefined;
  readonly shown?: Shown | undefined;
  /** Whether the change has no event. */
  readonly silent: boolean;
};

export type AccountFilter = {
  readonly status: string | null;
  /** ISO 8601, inclusive. */
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly sort: 'asc' | 'desc';
};

type Row = {
  readonly seq: bigint;
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly reason: string | null;
  readonly blocks: string | null;
  readonly shown: string | null;
  readonly application: string;
  readonly created_at: string;
};

const MAX_LISTED = 1_000;
const FIRST_NUMBER = 900_000_000n;

export class Accounts {
  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly events: BrokerEvents,
    private readonly cash: Cash,
    private readonly configurations: ConfigurationTable,
    private readonly pace: Pace,
  ) {
    schedule.rule('account.advance', ({ accountId }) => this.advance(accountId));
  }

  open(application: Application): Account {
    return this.store.write(() => {
      const { contact, identity } = application;
      const emailKey = contact.email_address.toLowerCase();
      const refusal = this.refusalOf(contact.email_address);
      if (refusal !== null) throw refusal;
      const id = randomUUID();
      const search = [emailKey, identity.given_name, identity.family_name].join(' ').toLowerCase();
      this.store
        .prepare(
          `INSERT INTO accounts (id, email_key, search, status, application, created_at)
           VALUES (?, ?, ?, 'SUBMITTED', ?, ?)`,
        )
        .run(id, emailKey, search, JSON.stringify(application), new Date().toISOString());
      this.cash.open(id, 0n);
      const { trading_configurations: settings } = application;
      if (settings !== undefined) this.configurations.change(id, settings);
      this.announce(id, '');
      this.schedule.in(this.pace.accountStepMs, 'account.advance', { accountId: id });
      return this.get(id);
    });
  }

  find(id: string): Account | null {
    const row = this.row(id);
    return row === undefined ? null : accountOf(row);
  }

  /** Finds accounts whose e-mail, name and account number contain each word in the query. */
  search(query: string, filter: AccountFilter): readonly Account[] {
    const { status, created_after: after = '', created_before: before = '~', sort } = filter;
    return this.store
      .prepare<[Record<string, string | number | null>], Row>(
        `SELECT * FROM accounts a
         WHERE NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(a.search, value) = 0)
           AND (@status IS NULL OR status = @status)
           AND created_at >= @after AND created_at <= @before
         ORDER BY seq ${sort === 'asc' ? 'ASC' : 'DESC'} LIMIT @limit`,
      )
      .all({ words: JSON.stringify(wordsOf(query)), status, after, before, limit: MAX_LISTED })
      .map(accountOf);
  }

  all(): readonly Account[] {
    const every = this.store.prepare<[], Row>('SELECT * FROM accounts ORDER BY seq');
    return every.all().map(accountOf);
  }

  /** Returns null if the account does not exist. */
  change(id: string, { silent, ...change }: AccountChange): Account | null {
    return this.store.write(() => {
      const before = this.find(id);
      if (before === null) return null;
      const after = { ...before, ...defined(change) };
      const { status, reason, blocks, shown } = after;
      this.store
        .prepare('UPDATE accounts SET status = ?, reason = ?, blocks = ?, shown = ? WHERE id = ?')
        .run(status, reason, blocks.join(' '), JSON.stringify(shown), id);
      if (!silent) this.announce(id, before.status, before.blocks);
      return after;
    });
  }

  /** Marks an address as used by another firm's user. `status`: of the response to an application. */
  knowElsewhere(email: string, status: 409 | 422): void {
    this.store
      .prepare('INSERT OR REPLACE INTO emails_elsewhere (email_key, status) VALUES (?, ?)')
      .run(email.toLowerCase(), status);
  }

  private advance(id: string): void {
    const account = this.get(id);
    const next = nextOf(account.status, account.application);
    if (next === null) return;
    this.store
      .prepare('UPDATE accounts SET status = ?, reason = ? WHERE id = ?')
      .run(next.status, next.reason, id);
    if (next.status === 'ACTIVE') this.giveNumber(id);
    this.announce(id, account.status);
    if (nextOf(next.status, account.application) !== null)
      this.schedule.in(this.pace.accountStepMs, 'account.advance', { accountId: id });
  }

  private giveNumber(id: string): void {
    this.store
      .prepare(
        `UPDATE accounts SET number = CAST(seq + ? AS TEXT),
           search = search || ' ' || CAST(seq + ? AS TEXT) WHERE id = ?`,
      )
      .run(FIRST_NUMBER, FIRST_NUMBER, id);
  }

  /** Publishes the changed fields that the broker reports in events. */
  private announce(id: string, statusFrom: string, before: readonly Block[] = []): void {
    const account = this.get(id);
    const { number, status, reason, blocks } = account;
    const reported = REPORTED_BLOCKS.filter(
      (name) => before.includes(name) !== blocks.includes(name),
    );
    const isChanged = statusFrom !== status;
    this.events.publish('accounts', {
      account_id: id,
      ...(number === '' ? {} : { account_number: number }),
      at: new Date().toISOString(),
      ...(isChanged ? { status_from: statusFrom, status_to: status } : {}),
      ...(isChanged ? { kyc_results: kycResults(account) } : {}),
      ...Object.fromEntries(reported.map((name) => [name, blocks.includes(name)])),
      ...(reason === null ? {} : { reason }),
    });
  }

  private refusalOf(email: string): BrokerError | null {
    if (this.isTaken(email)) return emailTaken();
    const elsewhere = this.store.prepare<[string], { status: bigint }>(
      'SELECT status FROM emails_elsewhere WHERE email_key = ?',
    );
    const status = elsewhere.get(email.toLowerCase())?.status;
    if (status === undefined) return null;
    return status === 409n
      ? emailTaken()
      : unprocessable('email_address is already in use by another account');
  }

  isTaken(email: string): boolean {
    const taken = this.store.prepare('SELECT 1 FROM accounts WHERE email_key = ?');
    return taken.get(email.toLowerCase()) !== undefined;
  }

  private get(id: string): Account {
    const row = this.row(id);
    if (row === undefined) throw new Error(`no account ${id}`);
    return accountOf(row);
  }

  private row(id: string): Row | undefined {
    return this.store.prepare<[string], Row>('SELECT * FROM accounts WHERE id = ?').get(id);
  }
}

const accountOf = (row: Row): Account => ({
  id: row.id,
  number: row.number,
  status: row.status,
  reason: row.reason,
  blocks: BLOCKS.filter((name) => (row.blocks ?? '').split(' ').includes(name)),
  shown: JSON.parse(row.shown ?? '{}') as Shown,
  application: JSON.parse(row.application) as Application,
  createdAt: row.created_at,
});

const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const defined = (change: Omit<AccountChange, 'silent'>): Partial<Account> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const emailTaken = () =>
  new BrokerError(409, 40_910_000, 'an account with this email address already exists');
