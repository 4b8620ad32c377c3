import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#kernel/attempts/attempt-limit.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { PASSWORD_GUESS_WINDOW_S } from '#kernel/timing.js';

/**
 * Limits of failed sign-ins: per account and address, then per account for all callers except known
 * devices, and per address for all accounts.
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
