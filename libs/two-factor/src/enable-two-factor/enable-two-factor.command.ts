import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';

export type NewSecret = {
  /** Base32, shown once. */
  readonly secret: string;
  /** `data:image/png;base64,…` of the same secret, for an authenticator app. */
  readonly qrCode: string;
};

export class EnableTwoFactor extends Command<NewSecret> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
  ) {
    super();
  }
}
