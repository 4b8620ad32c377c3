import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { userById } from '#users/find-user/find-user.js';
import { userTable } from '#users/user-list/user-list.projection.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rows } from '#read-models/rows.js';
import { UserRecords } from '../user-records.js';

/** One event about the user, with where it stands. */
type HeldEvent = {
  readonly stream: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
};

export type HeldData = {
  readonly user: string;
  readonly partner: string;
  /** Current rows of the user by table. */
  readonly shown: Readonly<Record<string, readonly unknown[]>>;
  /** Everything that was recorded, in the order of the streams. */
  readonly events: readonly HeldEvent[];
  readonly atProviders: readonly { readonly provider: string; readonly ids: readonly string[] }[];
};

/** Everything that is held about a user, with its sources. */
export class ExportUser extends Command<HeldData> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Secrets that let somebody in are the service's, not the person's. */
const SECRETS = ['sealedSecret', 'taxIdSealed'];

@CommandHandler(ExportUser)
export class ExportUserHandler implements ICommandHandler<ExportUser> {
  constructor(
    private readonly store: EventStore,
    private readonly records: UserRecords,
    private readonly rows: Rows,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  async execute({ userId: asked }: ExportUser): Promise<HeldData> {
    const user = await userById(this.store, asked);
    if (user === null) throw notFound('user_not_found', `There is no user ${asked}`);
    const { userId, partnerId } = user;
    await this.readYourWrites.afterWrites(partnerId);
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
