import { Inject, Injectable } from '@nestjs/common';
import { depositTable, deposits } from '#funding';
import { type VerificationRow, isStarted, verificationTable, verifications } from '#kyc';
import { onboardings, traderProfiles } from '#onboarding';
import { FINAL, orderTable, orders } from '#orders';
import { ownValue } from '#platform/core/own-value.js';
import { type EventLog, unopened } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type DomainEvent, type Stream, streamName } from '#platform/event-store/stream.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { Rows } from '#platform/read-store/rows.js';
import { type Provider, type RegisteredUser, users } from '#users';
import type { Standing } from './erase-user/refusals.js';

const PAGE = 1_000;
const OPEN_DEPOSITS = ['pending', 'processing'];

type Owner = Pick<RegisteredUser, 'userId' | 'partnerId'>;
type AnyStream = Pick<Stream<unknown, DomainEvent>, 'category' | 'parse'>;

/** Where the records of one user are. */
@Injectable()
export class UserRecords {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  async standing(user: RegisteredUser): Promise<Standing> {
    const deposits = await this.deposits(user);
    const orders = await this.orders(user);
    return {
      isHeld: user.isHeld,
      profile: await this.store.load(traderProfiles, user.userId),
      openDeposits: deposits.filter(({ status }) => OPEN_DEPOSITS.includes(status)).length,
      openOrders: orders.filter(({ status }) => !FINAL.some((end) => end === status)).length,
      plain: await this.plain(user),
    };
  }

  deposits = (user: Owner) => this.all((page) => this.rows.page(...of(user, depositTable, page)));
  orders = (user: Owner) => this.all((page) => this.rows.page(...of(user, orderTable, page)));
  verifications = (user: Owner): Promise<readonly VerificationRow[]> =>
    this.all((page) => this.rows.page(...of(user, verificationTable, page)));

  /** Streams with personal fields, by what their ids are. */
  private async personalStreams(user: Owner): Promise<readonly (readonly [AnyStream, string])[]> {
    const each = (stream: AnyStream, rows: readonly { readonly id: string }[]) =>
      rows.map(({ id }) => [stream, id] as const);
    return [
      [users, user.userId],
      [traderProfiles, user.userId],
      ...each(verifications, await this.verifications(user)),
      ...each(deposits, await this.deposits(user)),
      ...each(orders, await this.orders(user)),
    ];
  }

  /**
   * Which providers have data of the user, and under which ids. At the identity provider the user's own id
   * begins the name of every record; each upload of documents has one of its own.
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
    const asked: { provider: Provider; ids: readonly string[] }[] = [
      { provider: 'broker', ids: account },
      { provider: 'identity_provider', ids: [userId, ...new Set(records)] },
    ];
    return asked.filter(({ ids }) => ids.length > 0);
  }

  /** Streams that hold a personal field in clear: an erasure would not reach it. */
  private async plain(user: Owner): Promise<readonly string[]> {
    const names: string[] = [];
    for (const [{ category, parse }, id] of await this.personalStreams(user)) {
      const name = streamName({ category }, id);
      const isPlain = (await unopened(this.log).read(name)).some(({ type, data }) =>
        (parse.personal?.fields.get(type) ?? []).some(
          (field) => (ownValue(data as Record<string, unknown>, field) ?? null) !== null,
        ),
      );
      if (isPlain) names.push(name);
    }
    return names;
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
