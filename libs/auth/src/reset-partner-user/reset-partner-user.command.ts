import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { NewPartnerUser } from '../create-partner-user/create-partner-user.command.js';

export class ResetPartnerUser extends Command<NewPartnerUser> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
