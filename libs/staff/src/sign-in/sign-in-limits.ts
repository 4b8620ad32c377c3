import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#platform/attempts/attempt-limit.js';
import { EventStore } from '#platform/event-store/event-store.js';

const WINDOW_S = 15 * 60;

/** Lock an account out, and an address from which many accounts are tried. */
@Injectable()
export class SignInLimits {
  readonly ofAccount: AttemptLimit;
  readonly ofAddress: AttemptLimit;

  constructor(store: EventStore) {
    this.ofAccount = new AttemptLimit(store, {
      kind: 'staff-account',
      max: 5,
      windowS: WINDOW_S,
      detail: 'Too many failed sign-ins to this account',
    });
    this.ofAddress = new AttemptLimit(store, {
      kind: 'staff-address',
      max: 50,
      windowS: WINDOW_S,
      detail: 'Too many failed sign-ins from this address',
    });
  }
}
