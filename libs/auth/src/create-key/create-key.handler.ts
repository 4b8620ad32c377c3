import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { newApiKey } from '../api-key/api-key.js';
import { createKey } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';

/** Creates an API key. `apiKey` is shown once; the log has only a hash of its secret. */
export class CreateKey extends Command<{ readonly keyId: string; readonly apiKey: string }> {
  constructor(
    readonly partnerId: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(CreateKey)
export class CreateKeyHandler implements ICommandHandler<CreateKey> {
  constructor(private readonly store: EventStore) {}

  async execute({ partnerId, by }: CreateKey) {
    if (!isUuid(partnerId)) throw notFound('partner_not_found', 'The partner does not exist');
    const { keyId, secretHash, apiKey } = newApiKey(partnerId);
    const decision = createKey(keyId, secretHash, new Date());
    await this.store.transact(partners, partnerId, decision, operatorCause(partnerId, by));
    return { keyId, apiKey };
  }
}
