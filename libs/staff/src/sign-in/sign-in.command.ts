import { Command } from '@nestjs/cqrs';
import type { SignedIn } from '../session/staff-sessions.js';

/**
 * `token` and `device` are for cookies. The token is shown to nobody else, and only a hash of it is
 * kept; the device's mark is kept nowhere.
 */
export type Entered = {
  readonly token: string;
  readonly device: string;
  readonly staff: SignedIn;
};

export class SignIn extends Command<Entered> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly code: string,
    readonly address: string,
    /** The mark that this browser may have got at an earlier sign-in, else empty. */
    readonly device: string,
    readonly requestId: string,
    /** Aborted when the caller has gone: who still waits then is not looked at. */
    readonly gone: AbortSignal,
  ) {
    super();
  }
}
