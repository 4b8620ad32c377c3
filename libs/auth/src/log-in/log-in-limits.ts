import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#kernel/attempts/attempt-limit.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { PASSWORD_GUESS_WINDOW_S } from '#kernel/timing.js';

/** Limits of failed log-ins: per user for wrong passwords, per API key for all failures. */
@Injectable()
export class LogInLimits {
  readonly ofUser: AttemptLimit;
  readonly ofKey: AttemptLimit;

  constructor(store: EventStore) {
    this.ofUser = new AttemptLimit(store, {
      kind: 'log-in-user',
      max: 5,
      windowS: PASSWORD_GUESS_WINDOW_S,
      detail: 'Too many wrong passwords for this user',
    });
    this.ofKey = new AttemptLimit(store, {
      kind: 'log-in-key',
      max: 50,
      windowS: PASSWORD_GUESS_WINDOW_S,
      detail: 'Too many failed log-ins with this API key',
    });
  }
}
