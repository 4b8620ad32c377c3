import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { type Provider, type RegisteredUser, users } from '#users/user/user.state.js';
import { erasePerson } from '#users/user/erasure.decide.js';
import { requireUserById } from '#users/find-user/find-user.js';
import { userTable } from '#users/user-list/user-list.projection.js';
import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { DateTime } from 'luxon';
import { eraseVerification } from '#kyc/verification/erase-verification.decide.js';
import { verificationTable } from '#kyc/show-verification/verifications.projection.js';
import { verifications } from '#kyc/verification/verification.state.js';
import type { Config } from '#config/config.js';
import { crashPoint } from '#kernel/crash-points.js';
import { conflict } from '#kernel/refused.js';
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

/** Time limit for the read models to show an erasure, in milliseconds. */
const ERASURE_SHOWN_WITHIN_MS = 30_000;

export type ErasureResponse = {
  readonly id: string;
  readonly state: 'to_confirm' | 'erased';
  /** Code for the second step; null after the erasure. */
  readonly confirm: string | null;
  /** Time until which earlier backups still contain the user, ISO 8601 UTC. */
  readonly inBackupsUntil: string;
  /** Providers with data of the user, and the ids of this data at the provider. */
  readonly toAsk: readonly { readonly provider: Provider; readonly ids: readonly string[] }[];
};

/** Erases a user in two steps. Without `confirm` it changes nothing and returns the code to confirm. */
export class EraseUser extends Command<ErasureResponse> {
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
 * Appends the erasure to the log, then adds the user to the erasure list, destroys the key, and
 * deletes the rows. Each step is safe to repeat. From the first step the user is closed and shown as
 * erased, so the operator repeats a command that died. Every process also applies the erasure list
 * when it starts.
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

  async execute(command: EraseUser): Promise<ErasureResponse> {
    const user = await requireUserById(this.store, command.userId);
    if (user.erasure === null) {
      await this.requireErasable(user);
      const confirm = codeOf(user, await this.toAsk(user));
      if (command.confirm === null) return this.response(user, 'to_confirm', confirm);
      if (command.confirm !== confirm)
        throw conflict('not_confirmed', 'This is not the code that the first step returned');
    }
    return this.erase(user, command);
  }

  private async erase(user: RegisteredUser, { reason, by }: EraseUser): Promise<ErasureResponse> {
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
    // The rows are null now. The scrub removes their old values from the files.
    await this.readStore.engine.scrub([userTable, verificationTable]);
    crashPoint('erasure.scrubbed');
    return this.response(user, 'erased', null);
  }

  private async response(
    user: RegisteredUser,
    state: ErasureResponse['state'],
    confirm: string | null,
  ): Promise<ErasureResponse> {
    const until = DateTime.utc().plus({ days: this.config.backupDays }).toISO();
    const toAsk = await this.toAsk(user);
    return { id: user.userId, state, confirm, inBackupsUntil: until, toAsk };
  }

  private async requireErasable(user: RegisteredUser): Promise<void> {
    await this.readYourWrites.afterWrites(user.partnerId);
    const facts = await this.records.erasureFacts(user);
    const refusal = refusalOf(facts, this.config.retentionYears, new Date());
    if (refusal !== null) throw refusal;
  }

  /**
   * Waits until the rows of all table sets show the erasure, also those of a rebuild and of another
   * version. @throws {Error} after the time limit
   */
  private async shown(): Promise<void> {
    // Tables without a projector would otherwise never show the erasure.
    await dropUnusedSets(this.readStore, new Date(), true);
    if ((await this.readYourWrites.everywhereWithin(ERASURE_SHOWN_WITHIN_MS)) === false)
      throw new Error('The read models are behind. Repeat the command once they have caught up');
  }

  /**
   * Returns the providers to ask. With EventStoreDB this includes its operator, because only a
   * scavenge removes the destroyed key from the files.
   */
  private async toAsk(user: RegisteredUser) {
    const atProviders = await this.records.atProviders(user);
    if (!isEventStoreDb(this.config.eventStoreUrl)) return atProviders;
    return [...atProviders, { provider: 'event-store' as const, ids: [keyStreamOf(user.userId)] }];
  }
}

/**
 * Returns the code that binds the confirmation to the result of the first step. The code leaves out
 * names and phone numbers, because a partner could delay the erasure by changing them constantly.
 */
const codeOf = ({ userId, status }: RegisteredUser, toAsk: ErasureResponse['toAsk']): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, status, toAsk]))
    .digest('hex')
    .slice(0, 8);
