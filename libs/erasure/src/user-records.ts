import { Injectable } from '@nestjs/common';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import {
  type VerificationRow,
  verificationTable,
} from '#kyc/show-verification/verifications.projection.js';
import { isStarted, verifications } from '#kyc/verification/verification.state.js';
import { onboardings } from '#onboarding/onboarding/onboarding.state.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import { FINAL } from '#orders/order/order.state.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { type Provider, type RegisteredUser } from '#users/user/user.state.js';
import type { ErasureFacts } from './erase-user/refusals.js';

const PAGE = 1_000;
const OPEN_DEPOSITS = ['pending', 'processing'];

type Owner = Pick<RegisteredUser, 'userId' | 'partnerId'>;

/** Finds the records of a user. */
@Injectable()
export class UserRecords {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** Returns the facts that decide whether the user may be erased. */
  async erasureFacts(user: RegisteredUser): Promise<ErasureFacts> {
    const deposits = await this.deposits(user);
    const orders = await this.orders(user);
    return {
      isHeld: user.isHeld,
      profile: await this.store.load(traderProfiles, user.userId),
      openDeposits: deposits
        .filter(({ status }) => OPEN_DEPOSITS.includes(status))
        .map(({ id }) => id),
      openOrders: orders
        .filter(({ status }) => !FINAL.some((end) => end === status))
        .map(({ id }) => id),
    };
  }

  deposits = (user: Owner) => this.all((page) => this.rows.page(...of(user, depositTable, page)));
  orders = (user: Owner) => this.all((page) => this.rows.page(...of(user, orderTable, page)));
  verifications = (user: Owner): Promise<readonly VerificationRow[]> =>
    this.all((page) => this.rows.page(...of(user, verificationTable, page)));

  /**
   * Returns the providers with data of the user, and the ids there. At the identity provider the name
   * of every record begins with the user's id. Each upload of documents has a separate record.
   */
  async atProviders(user: Owner) {
    const { userId } = user;
    const profile = await this.store.load(traderProfiles, userId);
    const { providerRef } = await this.store.load(onboardings, userId);
    const uploads: (string | null)[] = [];
    for (const { id } of await this.verifications(user)) {
      const verification = await this.store.load(verifications, id);
      if (isStarted(verification)) uploads.push(verification.providerRef);
    }
    const records = [providerRef, ...uploads].filter((ref) => ref !== null);
    const account = profile?.account.kind === 'opened' ? [profile.account.id] : [];
    const providers: { provider: Provider; ids: readonly string[] }[] = [
      { provider: 'broker', ids: account },
      { provider: 'identity_provider', ids: [userId, ...new Set(records)] },
    ];
    return providers.filter(({ ids }) => ids.length > 0);
  }

  private async all<Row>(
    read: (page: { offset: number; limit: number }) => Promise<{ rows: readonly Row[] }>,
  ): Promise<readonly Row[]> {
    const found: Row[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const { rows } = await read({ offset, limit: PAGE });
      found.push(...rows);
      if (rows.length < PAGE) return found;
    }
  }
}

const of = <T>(
  { userId, partnerId }: Owner,
  table: T,
  page: { readonly offset: number; readonly limit: number },
) => [partnerId, table, { where: { userId }, ...page }] as const;
