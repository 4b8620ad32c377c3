import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#platform/core/refused.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { userById, userTable } from '#users';
import { Freshness } from '#platform/read-store/freshness.js';
import { Rows } from '#platform/read-store/rows.js';
import { UserRecords } from '../user-records.js';
import { ExportUser, type HeldData, type HeldEvent } from './export-user.command.js';

/** Secrets that let somebody in are the service's, not the person's. */
const SECRETS = ['sealedSecret', 'taxIdSealed'];

@CommandHandler(ExportUser)
export class ExportUserHandler implements ICommandHandler<ExportUser> {
  constructor(
    private readonly store: EventStore,
    private readonly records: UserRecords,
    private readonly rows: Rows,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly freshness: Freshness,
  ) {}

  async execute({ userId: asked }: ExportUser): Promise<HeldData> {
    const user = await userById(this.store, asked);
    if (user === null) throw notFound('user_not_found', `There is no user ${asked}`);
    const { userId, partnerId } = user;
    await this.freshness.afterWrites(partnerId);
    const deposits = await this.records.deposits(user);
    const orders = await this.records.orders(user);
    const verifications = await this.records.verifications(user);
    const names = [
      ...['user', 'onboarding', 'profile', 'twoFactor'].map((category) => `${category}-${userId}`),
      ...verifications.map(({ id }) => `verification-${id}`),
      ...deposits.map(({ id }) => `deposit-${id}`),
      ...orders.map(({ id }) => `order-${id}`),
    ];
    const events: HeldEvent[] = [];
    for (const stream of names)
      for (const { type, data, metadata } of await this.log.read(stream))
        events.push({ stream, type, at: metadata.at, data: withoutSecrets(data) });
    const listed = await this.rows.find(partnerId, userTable, { where: { id: userId } });
    return {
      user: userId,
      partner: partnerId,
      shown: { userRows: listed, verifications, depositRows: deposits, orderRows: orders },
      events,
      atProviders: await this.records.atProviders(user),
    };
  }
}

const withoutSecrets = (data: unknown): unknown =>
  Object.fromEntries(Object.entries(data as object).filter(([name]) => !SECRETS.includes(name)));
