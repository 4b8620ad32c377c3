import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

export type NewPartnerUser = {
  readonly id: string;
  readonly email: string;
  /** Shown once; only its hash is kept. */
  readonly password: string;
};

export class CreatePartnerUser extends Command<NewPartnerUser> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
