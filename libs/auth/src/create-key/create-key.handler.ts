import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isUuid } from '#platform/core/ids.js';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { newApiKey } from '../api-key/api-key.js';
import { createKey } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';
import { CreateKey } from './create-key.command.js';

@CommandHandler(CreateKey)
export class CreateKeyHandler implements ICommandHandler<CreateKey> {
  constructor(private readonly store: EventStore) {}

  async execute({ partnerId, by }: CreateKey) {
    if (!isUuid(partnerId)) throw notFound('partner_not_found', 'There is no such partner');
    const { keyId, secretHash, apiKey } = newApiKey(partnerId);
    const decision = createKey(keyId, secretHash, new Date());
    await this.store.transact(partners, partnerId, decision, operatorCause(partnerId, by));
    return { keyId, apiKey };
  }
}
