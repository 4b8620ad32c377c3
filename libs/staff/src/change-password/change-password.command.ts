import { Command } from '@nestjs/cqrs';
import type { SignedIn } from '../session/staff-sessions.js';

/** By its owner, in a session, who shows the present password and a code once more. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly staff: SignedIn,
    readonly currentPassword: string,
    readonly code: string,
    readonly newPassword: string,
    readonly requestId: string,
  ) {
    super();
  }
}
