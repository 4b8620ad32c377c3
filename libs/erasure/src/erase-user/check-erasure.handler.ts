import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#config/config.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { CONFIG } from '#kernel/tokens.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { userById } from '#users/find-user/find-user.js';
import { UserRecords } from '../user-records.js';
import { type Obstacle, obstaclesOf } from './refusals.js';

/** Returns every obstacle to the erasure of a user. Changes nothing. */
export class CheckErasure extends Command<readonly Obstacle[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(CheckErasure)
export class CheckErasureHandler implements ICommandHandler<CheckErasure> {
  constructor(
    private readonly store: EventStore,
    private readonly records: UserRecords,
    private readonly readYourWrites: ReadYourWrites,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionYears'>,
  ) {}

  async execute({ userId }: CheckErasure): Promise<readonly Obstacle[]> {
    const user = await userById(this.store, userId);
    if (user === null) throw notFound('user_not_found', `There is no user ${userId}`);
    if (user.erasure !== null) return [];
    await this.readYourWrites.afterWrites(user.partnerId);
    const standing = await this.records.standing(user);
    return obstaclesOf(standing, this.config.retentionYears, new Date());
  }
}
