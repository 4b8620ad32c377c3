import { Command } from '@nestjs/cqrs';
import type { SignedIn } from '../session/staff-sessions.js';

/** `token` is for the cookie; it is shown to nobody else, and only a hash of it is kept. */
export class SignIn extends Command<{ readonly token: string; readonly staff: SignedIn }> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly code: string,
    readonly address: string,
    readonly requestId: string,
  ) {
    super();
  }
}
