import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#config/config.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { CONFIG } from '#kernel/tokens.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { requireUserById } from '#users/find-user/find-user.js';
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
    const user = await requireUserById(this.store, userId);
    if (user.erasure !== null) return [];
    await this.readYourWrites.afterWrites(user.partnerId);
    const facts = await this.records.erasureFacts(user);
    return obstaclesOf(facts, this.config.retentionYears, new Date());
  }
}
