import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#kernel/attempts/attempt-limit.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { PASSWORD_GUESS_WINDOW_S } from '#kernel/timing.js';

/**
 * Lock an account out, for an address first and then for all but known devices, and an address from
 * which many accounts are tried.
 */
@Injectable()
export class SignInLimits {
  readonly ofAccount: AttemptLimit;
  readonly ofAddress: AttemptLimit;

  constructor(store: EventStore) {
    this.ofAccount = new AttemptLimit(store, {
      kind: 'staff-account',
      max: 25,
      placeMax: 5,
      windowS: PASSWORD_GUESS_WINDOW_S,
      detail: 'Too many failed sign-ins to this account',
    });
    this.ofAddress = new AttemptLimit(store, {
      kind: 'staff-address',
      max: 50,
      windowS: PASSWORD_GUESS_WINDOW_S,
      detail: 'Too many failed sign-ins from this address',
    });
  }
}
