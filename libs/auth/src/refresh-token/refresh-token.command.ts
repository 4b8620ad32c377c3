import { Command } from '@nestjs/cqrs';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import type { LoginResult } from '../bearer/session.js';

export class RefreshToken extends Command<LoginResult> {
  constructor(
    readonly principal: BearerPrincipal,
    /** Whether header and body carry the same authToken. */
    readonly sameToken: boolean,
    readonly refreshToken: string,
    readonly requestId: string,
  ) {
    super();
  }
}
