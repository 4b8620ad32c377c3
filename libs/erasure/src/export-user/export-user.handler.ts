import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { requireUserById } from '#users/find-user/find-user.js';
import { userTable } from '#users/user-list/user-list.projection.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rows } from '#read-models/rows.js';
import { UserRecords } from '../user-records.js';

/** An event about the user, with its stream. */
type StoredEvent = {
  readonly stream: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
};

export type StoredData = {
  readonly user: string;
  readonly partner: string;
  /** Current rows of the user by table. */
  readonly shown: Readonly<Record<string, readonly unknown[]>>;
  /** Events of the user, stream by stream. */
  readonly events: readonly StoredEvent[];
  readonly atProviders: readonly { readonly provider: string; readonly ids: readonly string[] }[];
};

/** Returns all stored data of a user, with its sources. */
export class ExportUser extends Command<StoredData> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Fields with ciphertexts of secrets, which are not part of the export. */
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

  async execute(command: ExportUser): Promise<StoredData> {
    const user = await requireUserById(this.store, command.userId);
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
    const events: StoredEvent[] = [];
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
