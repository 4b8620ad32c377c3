import { randomUUID } from 'node:crypto';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import {
  type Application,
  type Block,
  kycResults,
  nextOf,
  REPORTED_BLOCKS,
} from './account.rules.js';
import { BrokerError, unprocessable } from './broker-error.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import type { ConfigurationTable } from './configurations.js';

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
  /** True: the broker does not publish an event. */
  readonly silent: boolean;
};

export type AccountFilter = {
  readonly status: string | null;
  /** ISO 8601, inclusive. */
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly sort: 'asc' | 'desc';
};

type Stored = Account & {
  /** Address in lower case. */
  readonly emailKey: string;
  /** E-mail, name and account number in lower case. */
  readonly search: string;
};
type Elsewhere = { readonly id: string; readonly status: 409 | 422 };

const MAX_LISTED = 1_000;
const FIRST_NUMBER = 900_000_000;

export class Accounts {
  private readonly documents: Collection<Stored>;
  /** Addresses that belong to users of other firms. */
  private readonly elsewhere: Collection<Elsewhere>;

  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly events: BrokerEvents,
    private readonly cash: Cash,
    private readonly configurations: ConfigurationTable,
    private readonly pace: Pace,
  ) {
    this.documents = new Collection(store, 'accounts', {
      columns: ['search', 'status', 'createdAt'],
      unique: ['emailKey'],
    });
    this.elsewhere = new Collection(store, 'emails_elsewhere');
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
      this.documents.put({
        ...{ id, emailKey, search, application, createdAt: new Date().toISOString() },
        ...{ number: '', status: 'SUBMITTED', reason: null, blocks: [], shown: {} },
      });
      this.cash.open(id, 0n);
      const { trading_configurations: settings } = application;
      if (settings !== undefined) this.configurations.change(id, settings);
      this.announce(id, '');
      this.schedule.in(this.pace.accountStepMs, 'account.advance', { accountId: id });
      return this.documents.get(id);
    });
  }

  find(id: string): Account | null {
    return this.documents.find(id);
  }

  /** Finds accounts whose e-mail, name and account number contain each word in the query. */
  search(query: string, filter: AccountFilter): readonly Account[] {
    const { status, created_after: after = '', created_before: before = '~', sort } = filter;
    return this.documents.where(
      `NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(search, value) = 0)
         AND status = ifnull(?, status) AND createdAt >= ? AND createdAt <= ?
         ORDER BY seq ${sort} LIMIT ?`,
      ...[JSON.stringify(wordsOf(query)), status, after, before, MAX_LISTED],
    );
  }

  all(): readonly Account[] {
    return this.documents.all();
  }

  /** Returns null if the account does not exist. */
  change(id: string, { silent, ...change }: AccountChange): Account | null {
    return this.store.write(() => {
      const before = this.find(id);
      if (before === null) return null;
      const after = this.documents.change(id, defined(change));
      if (!silent) this.announce(id, before.status, before.blocks);
      return after;
    });
  }

  /** Marks an address as used by another firm's user. `status`: HTTP status of an application with it. */
  addElsewhere(email: string, status: 409 | 422): void {
    this.elsewhere.put({ id: email.toLowerCase(), status });
  }

  private advance(id: string): void {
    const account = this.documents.get(id);
    const next = nextOf(account.status, account.application);
    if (next === null) return;
    const { status, reason } = next;
    this.documents.change(id, { status, reason });
    if (status === 'ACTIVE') this.giveNumber(account);
    this.announce(id, account.status);
    if (nextOf(next.status, account.application) !== null)
      this.schedule.in(this.pace.accountStepMs, 'account.advance', { accountId: id });
  }

  private giveNumber({ id, search }: Stored): void {
    const number = String(FIRST_NUMBER + this.documents.ordinalOf(id));
    this.documents.change(id, { number, search: `${search} ${number}` });
  }

  /** Publishes the changed fields that the broker reports in events. */
  private announce(id: string, statusFrom: string, before: readonly Block[] = []): void {
    const account = this.documents.get(id);
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
    const status = this.elsewhere.find(email.toLowerCase())?.status;
    if (status === undefined) return null;
    return status === 409
      ? emailTaken()
      : unprocessable('email_address is already in use by another account');
  }

  isTaken(email: string): boolean {
    return this.documents.first('emailKey = ?', email.toLowerCase()) !== null;
  }
}

const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const defined = (change: Omit<AccountChange, 'silent'>): Partial<Account> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const emailTaken = () =>
  new BrokerError(409, 40_910_000, 'an account with this email address already exists');
