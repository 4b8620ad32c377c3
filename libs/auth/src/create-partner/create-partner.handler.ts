import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { randomUUID } from 'node:crypto';
import { unacceptable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { isCleanText } from '#http/clean-text.js';
import { createPartner } from '../partner/partner.decide.js';
import { REGISTRY_ID, partnerRegistry } from '../partner/partner-registry.js';
import { partners } from '../partner/partner.state.js';

export class CreatePartner extends Command<{ readonly id: string; readonly name: string }> {
  constructor(
    readonly name: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

const NAME_CHARACTERS_MAX = 100;

const WRONG_NAME = {
  pointer: '/name',
  code: 'name_invalid',
  detail: `must have 1 to ${NAME_CHARACTERS_MAX} visible characters, with a letter or a digit`,
};

/** Returns whether a name is usable on statements and in lists. */
const isPartnerName = (name: string): boolean =>
  name.length <= NAME_CHARACTERS_MAX && /[\p{L}\p{N}]/u.test(name) && isCleanText(name);

@CommandHandler(CreatePartner)
export class CreatePartnerHandler implements ICommandHandler<CreatePartner> {
  constructor(private readonly store: EventStore) {}

  /**
   * Creates the partner and then its registry entry. After a crash between both appends the caller
   * got no response, and the partner stays unlisted.
   */
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
