import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { partnerOfKey } from '../api-key/api-key.js';
import { revokeKey, setKeyEnd } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';

export class RevokeKey extends Command<{ readonly keyId: string }> {
  constructor(
    readonly keyId: string,
    readonly by?: Operator,
    /** End of the key; now if absent. */
    readonly at?: Date,
  ) {
    super();
  }
}

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(private readonly store: EventStore) {}

  async execute({ keyId, by, at }: RevokeKey) {
    const partnerId = partnerOfKey(keyId);
    if (partnerId === null) throw notFound('key_not_found', `There is no API key ${keyId}`);
    const now = new Date();
    const decision = at === undefined ? revokeKey(keyId, now) : setKeyEnd(keyId, at, now);
    await this.store.transact(partners, partnerId, decision, operatorCause(partnerId, by));
    return { keyId };
  }
}
