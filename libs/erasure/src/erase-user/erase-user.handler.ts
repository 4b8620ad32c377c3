import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { type Provider, type RegisteredUser, users } from '#users/user/user.state.js';
import { erasePerson } from '#users/user/erasure.decide.js';
import { userById } from '#users/find-user/find-user.js';
import { userTable } from '#users/user-list/user-list.projection.js';
import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { DateTime } from 'luxon';
import { eraseVerification } from '#kyc/verification/erase-verification.decide.js';
import { verificationTable } from '#kyc/show-verification/verifications.projection.js';
import { verifications } from '#kyc/verification/verification.state.js';
import type { Config } from '#config/config.js';
import { crashPoint } from '#kernel/crash-points.js';
import { conflict, notFound } from '#kernel/refused.js';
import { listErasure } from '#event-log/encryption/erasure-list.js';
import { keyStreamOf } from '#event-log/encryption/key-stream.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { isEventStoreDb } from '#event-log/open-event-log.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { CONFIG, READ_STORE } from '#kernel/tokens.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import type { ReadStore } from '#read-models/read-store.js';
import { dropUnusedSets } from '#read-models/table-sets.js';
import { UserRecords } from '../user-records.js';
import { refusalOf } from './refusals.js';

/** An erasure waits this long for the read models to have taken it in. */
const ERASURE_SHOWN_WITHIN_MS = 30_000;

/** `asked`: no obstacle exists, and `confirm` is the code of the second step. */
export type ErasureAnswer = {
  readonly id: string;
  readonly state: 'to_confirm' | 'erased';
  /** To be given with the second step; null once it was done. */
  readonly confirm: string | null;
  /** ISO 8601 UTC: until then backups from before it still hold the user. */
  readonly inBackupsUntil: string;
  /** Providers that also have data of the user, with the ids of the data there. */
  readonly toAsk: readonly { readonly provider: Provider; readonly ids: readonly string[] }[];
};

/** Two steps: without `confirm` it only says what would be done. */
export class EraseUser extends Command<ErasureAnswer> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    readonly confirm: string | null,
    readonly by?: Operator,
  ) {
    super();
  }
}

type Settings = 'dataDir' | 'retentionYears' | 'backupDays' | 'eventStoreUrl';

/**
 * First the log says so, then the list beside it, then the key goes, then the rows. Each step can be
 * done again, and from the first on the user is closed and shown as erased, so a command that died is
 * simply given again; what the list says, every process also does when it starts.
 */
@CommandHandler(EraseUser)
export class EraseUserHandler implements ICommandHandler<EraseUser> {
  constructor(
    private readonly store: EventStore,
    private readonly records: UserRecords,
    private readonly keys: PersonKeys,
    private readonly readYourWrites: ReadYourWrites,
    @Inject(READ_STORE) private readonly readStore: ReadStore,
    @Inject(CONFIG) private readonly config: Pick<Config, Settings>,
  ) {}

  async execute(command: EraseUser): Promise<ErasureAnswer> {
    const user = await userById(this.store, command.userId);
    if (user === null) throw notFound('user_not_found', `There is no user ${command.userId}`);
    if (user.erasure === null) {
      await this.requireErasable(user);
      const confirm = codeOf(user, await this.toAsk(user));
      if (command.confirm === null) return this.answer(user, 'to_confirm', confirm);
      if (command.confirm !== confirm)
        throw conflict('not_confirmed', 'This is not the code that the first step answered');
    }
    return this.erase(user, command);
  }

  private async erase(user: RegisteredUser, { reason, by }: EraseUser): Promise<ErasureAnswer> {
    const { userId, partnerId } = user;
    const cause = operatorCause(partnerId, by);
    const toAsk = await this.toAsk(user);
    const now = new Date();
    const decision = erasePerson(
      reason,
      toAsk.map(({ provider }) => provider),
      now,
    );
    await this.store.transact(users, userId, decision, cause);
    crashPoint('erasure.recorded');
    listErasure(this.config.dataDir, userId, now);
    crashPoint('erasure.listed');
    await this.keys.destroy(userId);
    crashPoint('erasure.destroyed');
    // The lists include every event that a projector decrypted earlier.
    await this.shown();
    for (const { id } of await this.records.verifications(user))
      await this.store.transact(verifications, id, eraseVerification(now), cause);
    crashPoint('erasure.told');
    await this.shown();
    crashPoint('erasure.shown');
    // Once the rows are null, their old values go from the files too.
    await this.readStore.engine.scrub([userTable, verificationTable]);
    crashPoint('erasure.scrubbed');
    return this.answer(user, 'erased', null);
  }

  private async answer(
    user: RegisteredUser,
    state: ErasureAnswer['state'],
    confirm: string | null,
  ): Promise<ErasureAnswer> {
    const until = DateTime.utc().plus({ days: this.config.backupDays }).toISO();
    const toAsk = await this.toAsk(user);
    return { id: user.userId, state, confirm, inBackupsUntil: until, toAsk };
  }

  private async requireErasable(user: RegisteredUser): Promise<void> {
    await this.readYourWrites.afterWrites(user.partnerId);
    const standing = await this.records.standing(user);
    const refusal = refusalOf(standing, this.config.retentionYears, new Date());
    if (refusal !== null) throw refusal;
  }

  /**
   * Waits until the rows of all table sets show the erasure, also those of a rebuild and of another
   * version. @throws {Error} after the time limit
   */
  private async shown(): Promise<void> {
    // Otherwise the wait for tables that are not fed would never end.
    await dropUnusedSets(this.readStore, new Date(), true);
    if ((await this.readYourWrites.everywhereWithin(ERASURE_SHOWN_WITHIN_MS)) === false)
      throw new Error('The read models are behind: give the command again once they are not');
  }

  /** With EventStoreDB also its operator: a scavenge removes the destroyed key from the files. */
  private async toAsk(user: RegisteredUser) {
    const atProviders = await this.records.atProviders(user);
    if (!isEventStoreDb(this.config.eventStoreUrl)) return atProviders;
    return [...atProviders, { provider: 'event-store' as const, ids: [keyStreamOf(user.userId)] }];
  }
}

/**
 * Returns the code that binds the confirmation to the result of the first step. Names and phone
 * numbers are not part of it, because a partner that changes them constantly would delay the
 * erasure.
 */
const codeOf = ({ userId, status }: RegisteredUser, toAsk: ErasureAnswer['toAsk']): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, status, toAsk]))
    .digest('hex')
    .slice(0, 8);
