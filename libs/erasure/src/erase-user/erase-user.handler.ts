import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DateTime } from 'luxon';
import { eraseVerification, verificationTable, verifications } from '#kyc';
import type { Config } from '#platform/config/config.js';
import { crashPoint } from '#platform/core/crash-points.js';
import { conflict, notFound } from '#platform/core/refused.js';
import { ERASURE_SHOWN_WITHIN_MS } from '#platform/core/timing.js';
import { listErasure } from '#platform/event-store/erasure-list.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { PersonKeys } from '#platform/event-store/person-keys.js';
import { CONFIG, READ_STORE } from '#platform/platform.module.js';
import { Freshness } from '#platform/read-store/freshness.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { type RegisteredUser, erasePerson, userById, userTable, users } from '#users';
import { UserRecords } from '../user-records.js';
import { EraseUser, type ErasureAnswer } from './erase-user.command.js';
import { refusalOf } from './refusals.js';

type Settings = 'dataDir' | 'retentionYears' | 'backupDays';

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
    private readonly freshness: Freshness,
    @Inject(READ_STORE) private readonly sql: SqlEngine,
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
    // What a projector opened before is in the lists by then.
    await this.shown(partnerId);
    for (const { id } of await this.records.verifications(user))
      await this.store.transact(verifications, id, eraseVerification(now), cause);
    crashPoint('erasure.told');
    await this.shown(partnerId);
    crashPoint('erasure.shown');
    // Once the rows are null, their old values go from the files too.
    await this.sql.scrub([userTable, verificationTable]);
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
    await this.freshness.afterWrites(user.partnerId);
    const standing = await this.records.standing(user);
    const refusal = refusalOf(standing, this.config.retentionYears, new Date());
    if (refusal !== null) throw refusal;
  }

  /** @throws {Error} when it does not stand in the rows of all copies in time */
  private async shown(partnerId: string): Promise<void> {
    const served = await this.freshness.within(ERASURE_SHOWN_WITHIN_MS, partnerId);
    // What is being filled may have taken the person in while the key was there.
    if (served === false || (await this.freshness.filledWithin(ERASURE_SHOWN_WITHIN_MS)) === false)
      throw new Error('The read models are behind: give the command again once they are not');
  }

  private toAsk(user: RegisteredUser) {
    return this.records.atProviders(user);
  }
}

/**
 * Of what the first step looked at: a change of it wants another look. Names and phone numbers are not in
 * it, since a partner that changes them without pause would hold the erasure up.
 */
const codeOf = ({ userId, status }: RegisteredUser, toAsk: ErasureAnswer['toAsk']): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, status, toAsk]))
    .digest('hex')
    .slice(0, 8);
