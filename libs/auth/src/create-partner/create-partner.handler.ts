import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { unacceptable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { isCleanText } from '#platform/http/clean-text.js';
import { createPartner } from '../partner/partner.decide.js';
import { REGISTRY_ID, partnerRegistry } from '../partner/partner-registry.js';
import { partners } from '../partner/partner.state.js';
import { CreatePartner } from './create-partner.command.js';

const NAME_CHARACTERS_MAX = 100;

const WRONG_NAME = {
  pointer: '/name',
  code: 'name_invalid',
  detail: `must have 1 to ${NAME_CHARACTERS_MAX} characters that can be seen`,
};

/** It stands on statements and in lists. */
const isPartnerName = (name: string): boolean =>
  name.length <= NAME_CHARACTERS_MAX && /[\p{L}\p{N}]/u.test(name) && isCleanText(name);

@CommandHandler(CreatePartner)
export class CreatePartnerHandler implements ICommandHandler<CreatePartner> {
  constructor(private readonly store: EventStore) {}

  /** The registry follows the partner: a partner that a crash left unlisted was never reported. */
  async execute({ name: given, by }: CreatePartner) {
    const name = given.trim();
    if (!isPartnerName(name)) throw unacceptable(WRONG_NAME);
    const id = randomUUID();
    const now = new Date();
    const cause = operatorCause(id, by);
    await this.store.transact(partners, id, createPartner(id, name, now), cause);
    const data = { partnerId: id, name, at: now.toISOString() };
    const registered = () => [{ type: 'PartnerRegistered' as const, data }];
    await this.store.transact(partnerRegistry, REGISTRY_ID, registered, cause);
    return { id, name };
  }
}
