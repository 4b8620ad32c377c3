import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import type { BrokerViews } from '#broker/broker-views.js';
import type { Caller } from '#http/caller.js';
import { refusal } from '#http/endpoint.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { notFound } from '#kernel/refused.js';
import { BROKER } from '#kernel/tokens.js';
import { accountStates } from '#onboarding/trader-profile/trader-profile.state.js';
import { Rows } from '#read-models/rows.js';
import { requireUser, userNotFound } from '#users/user/require-user.js';
import { type Dated, LastResponses } from './last-responses.js';
import { versionOf } from './user-money.js';

/** Error responses of every read of an account. */
export const accountRefusals = [
  userNotFound,
  refusal(404, 'account_not_found', 'The broker has not opened the account of this user yet.'),
  refusal(
    503,
    'broker_unavailable',
    'The broker is unavailable, and its last response is over an hour old.',
  ),
];

/** A user's account at the broker. */
export type OwnAccount = {
  readonly userId: string;
  readonly brokerAccountId: string;
  readonly number: string;
  readonly status: string;
};

/** A caller of the partner, or staff on its behalf. */
export type Asker = Pick<Caller, 'partnerId' | 'requestId'>;

type AccountQuery<Value> = {
  /** Kind of the response, distinct for each query. */
  readonly kind: string;
  /** Further state that the response must show. */
  readonly version?: string;
  readonly ask: (views: BrokerViews, accountId: string, correlationId: string) => Promise<Value>;
};

/** Reads accounts at the broker, for one API process. */
@Injectable()
export class AccountReader {
  private readonly last = new LastResponses();

  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  /** @throws {Refused} 404 for an unknown user, and before the account is opened */
  async require({ partnerId }: Asker, id: string): Promise<OwnAccount> {
    const { userId } = await requireUser(this.store, partnerId, id);
    const account = (await this.store.load(accountStates, userId))?.account;
    if (account?.kind !== 'opened')
      throw notFound('account_not_found', 'The broker has not opened the account yet');
    const { id: brokerAccountId, number, status } = account;
    return { userId, brokerAccountId, number, status };
  }

  /** Asks the broker, or returns a recent response. @throws {Refused} 503 without both */
  async ask<Value>(
    { partnerId, requestId }: Asker,
    { userId, brokerAccountId: accountId }: OwnAccount,
    { kind, version = '', ask }: AccountQuery<Value>,
  ): Promise<Dated<Value>> {
    return this.last.read({
      key: `${kind} ${accountId}`,
      version: `${await versionOf(this.rows, { partnerId, userId })} ${version}`,
      ask: () => ask(this.broker.views, accountId, requestId),
    });
  }
}
