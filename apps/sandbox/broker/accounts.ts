import { randomUUID } from 'node:crypto';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { type AccountStatus, type Application, kycResults, nextOf } from './account.rules.js';
import { BrokerError } from './broker-error.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';

export type Account = {
  readonly id: string;
  /** Empty until active. */
  readonly number: string;
  readonly status: AccountStatus;
  readonly reason: string | null;
  readonly application: Application;
  readonly createdAt: string;
};

type Row = {
  readonly seq: bigint;
  readonly id: string;
  readonly number: string;
  readonly status: AccountStatus;
  readonly reason: string | null;
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
    private readonly pace: Pace,
  ) {
    schedule.rule('account.advance', ({ accountId }) => this.advance(accountId));
  }

  open(application: Application): Account {
    return this.store.write(() => {
      const { contact, identity } = application;
      const emailKey = contact.email_address.toLowerCase();
      if (this.isTaken(contact.email_address)) throw emailTaken();
      const id = randomUUID();
      const search = [emailKey, identity.given_name, identity.family_name].join(' ').toLowerCase();
      this.store
        .prepare(
          `INSERT INTO accounts (id, email_key, search, status, application, created_at)
           VALUES (?, ?, ?, 'SUBMITTED', ?, ?)`,
        )
        .run(id, emailKey, search, JSON.stringify(application), new Date().toISOString());
      this.cash.open(id, 0n);
      this.announce(id, '');
      this.schedule.in(this.pace.accountStepMs, 'account.advance', { accountId: id });
      return this.get(id);
    });
  }

  find(id: string): Account | null {
    const row = this.row(id);
    return row === undefined ? null : accountOf(row);
  }

  /** Newest first; every word of the query must occur in e-mail, name or account number. */
  search(query: string, status: string | null): readonly Account[] {
    return this.store
      .prepare<[string, string | null, string | null, number], Row>(
        `SELECT * FROM accounts a
         WHERE NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(a.search, value) = 0)
           AND (? IS NULL OR status = ?)
         ORDER BY seq DESC LIMIT ?`,
      )
      .all(JSON.stringify(wordsOf(query)), status, status, MAX_LISTED)
      .map(accountOf);
  }

  all(): readonly Account[] {
    const every = this.store.prepare<[], Row>('SELECT * FROM accounts ORDER BY seq');
    return every.all().map(accountOf);
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

  private announce(id: string, statusFrom: string): void {
    const account = this.get(id);
    this.events.publish('accounts', {
      account_id: id,
      ...(account.number === '' ? {} : { account_number: account.number }),
      at: new Date().toISOString(),
      status_from: statusFrom,
      status_to: account.status,
      kyc_results: kycResults(account),
      ...(account.reason === null ? {} : { reason: account.reason }),
    });
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
  application: JSON.parse(row.application) as Application,
  createdAt: row.created_at,
});

const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const emailTaken = () =>
  new BrokerError(409, 40_910_000, 'an account with this email address already exists');
