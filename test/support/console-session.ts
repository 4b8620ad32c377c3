import { randomUUID } from 'node:crypto';
import type { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import type { PartnerEvent } from '#auth/partner/partner.events.js';
import { partners } from '#auth/partner/partner.state.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Caller } from '#http/caller.js';
import { Rows } from '#read-models/rows.js';
import type { ReadStore } from '#read-models/read-store.js';
import { users } from '#users/user/user.state.js';
import { profile } from '../../libs/onboarding/src/trader-profile/trader-profile.examples.js';

const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const at = '2026-03-02T09:00:00.000Z';

type Settings = Extract<PartnerEvent, { readonly type: 'PartnerConfigured' }>['data'];

/** A partner and users with active accounts on a log in memory, for handlers and processors. */
export class ConsoleSession {
  readonly partnerId = randomUUID();
  readonly caller: Caller = {
    partnerId: this.partnerId,
    partnerUserId: randomUUID(),
    requestId: 'request-1',
  };
  readonly cause = {
    partnerId: this.partnerId,
    correlationId: 'request-1',
    causationId: 'request-1',
    actor: 'test',
  };
  readonly store: EventStore;
  readonly rows: Rows;
  /** Reads the partner without a cache. */
  readonly directory: PartnerDirectory;

  constructor(readonly log: EventLog = new InMemoryEventLog()) {
    this.store = new EventStore(log);
    this.rows = new Rows({} as ReadStore, log, quiet);
    const find = (partnerId: string) => this.store.load(partners, partnerId);
    this.directory = { find } as PartnerDirectory;
  }

  async configure(settings: Partial<Settings>): Promise<void> {
    const { partnerId } = this;
    const data = { partnerId, ...settings, at };
    const event = { type: 'PartnerConfigured', data } as const;
    await this.store.transact(partners, partnerId, () => [event], this.cause);
  }

  /** Creates a registered user without an onboarding. */
  async registered(dateOfBirth: string | null = null): Promise<string> {
    const userId = randomUUID();
    const person = { firstName: 'Ada', lastName: 'Lovelace', phone: null, dateOfBirth };
    const email = `${userId}@users.example`;
    const about = { userId, partnerId: this.partnerId, at };
    const data = { ...about, ...person, externalId: null, email, country: 'USA' };
    const registered = { type: 'UserRegistered', data } as const;
    await this.store.transact(users, userId, () => [registered], this.cause);
    return userId;
  }

  /** Creates a registered user with a trader profile. `status` is the broker's status of the account. */
  async user(accountId: string = randomUUID(), status = 'ACTIVE'): Promise<string> {
    const userId = await this.registered();
    await this.opened(userId, { accountId, accountNumber: '900000001', status });
    return userId;
  }

  /** Gives a registered user a trader profile and an open account. */
  async opened(
    userId: string,
    account: Readonly<Record<'accountId' | 'accountNumber' | 'status', string>>,
    emailAddress = PROFILE.emailAddress,
  ): Promise<void> {
    const about = { userId, partnerId: this.partnerId, at };
    const profile = { ...about, ...PROFILE, emailAddress, profileId: randomUUID() };
    const created = { type: 'TraderProfileCreated', data: profile } as const;
    const data = { ...about, ...account, reason: null };
    const opened = { type: 'BrokerAccountOpened', data } as const;
    await this.store.transact(traderProfiles, userId, () => [created, opened], this.cause);
  }
}

const { userId: _, partnerId: __, ...details } = profile;
export const PROFILE = details;
