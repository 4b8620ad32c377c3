import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#platform/attempts/attempt-limit.js';
import type { AttemptRule } from '#platform/attempts/attempt.state.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { KeyHolder } from '../api-key/api-key.guard.js';

const WINDOW_S = 15 * 60;

const ofUser: AttemptRule = {
  kind: 'log-in-user',
  max: 5,
  windowS: WINDOW_S,
  detail: 'Too many wrong passwords for this user',
};

const ofKey: AttemptRule = {
  kind: 'log-in-key',
  max: 50,
  windowS: WINDOW_S,
  detail: 'Too many failed log-ins with this API key',
};

export type LogInAttempt = {
  readonly key: KeyHolder;
  readonly partnerUserId: string;
  readonly requestId: string;
};

/** Locks out a user after wrong passwords, and a key after failures of any kind; nobody else. */
@Injectable()
export class LogInLimits {
  private readonly users: AttemptLimit;
  private readonly keys: AttemptLimit;

  constructor(store: EventStore) {
    this.users = new AttemptLimit(store, ofUser);
    this.keys = new AttemptLimit(store, ofKey);
  }

  /** @throws {Refused} 429 while user or key are locked out. */
  async requireOpen({ key, partnerUserId }: LogInAttempt): Promise<void> {
    const now = new Date();
    await Promise.all([
      this.keys.requireOpen(key.keyId, now),
      this.users.requireOpen(partnerUserId, now),
    ]);
  }

  /** @throws {Refused} 429 when the limit was reached meanwhile: the outcome stays untold. */
  async countFailure(
    { key, partnerUserId, requestId }: LogInAttempt,
    failure: 'unknown_user' | 'wrong_password',
  ): Promise<void> {
    const now = new Date();
    const { keyId, partnerId } = key;
    const actor = `apiKey:${keyId}`;
    const cause = { partnerId, correlationId: requestId, causationId: requestId, actor };
    const ofThisKey = this.keys.countFailure(keyId, now, cause);
    if (failure === 'unknown_user') return ofThisKey;
    await Promise.all([ofThisKey, this.users.countFailure(partnerUserId, now, cause)]);
  }
}
