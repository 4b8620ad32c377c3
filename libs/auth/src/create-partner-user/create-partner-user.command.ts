import { Command } from '@nestjs/cqrs';

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
  ) {
    super();
  }
}
