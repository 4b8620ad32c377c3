import { Injectable } from '@nestjs/common';
import { AttemptLimit } from '#kernel/attempts/attempt-limit.js';
import { MINUTE_S } from '#kernel/duration.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { totpStep } from '#kernel/totp.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { acceptCode, requireSecret } from '../two-factor/two-factor.decide.js';
import { boundTo, isAcceptedFor, twoFactors } from '../two-factor/two-factor.state.js';

/** Window of the limit of wrong codes, in seconds. */
const CODE_GUESS_WINDOW_S = 5 * MINUTE_S;

const WRONG_CODES = {
  kind: 'two-factor',
  max: 5,
  windowS: CODE_GUESS_WINDOW_S,
  detail: 'Too many wrong codes for this user',
};

/** `use` identifies the request that the code confirms. A repeat of this request may use the code again. */
type Guess = {
  readonly userId: string;
  readonly partnerId: string;
  readonly code: string;
  readonly use?: string;
};

/** Verifies one-time codes. All uses of a code share one limit of wrong guesses per user. */
@Injectable()
export class OneTimeCodes {
  private readonly limit: AttemptLimit;

  constructor(
    private readonly store: EventStore,
    private readonly cipher: SecretCipher,
  ) {
    this.limit = new AttemptLimit(store, WRONG_CODES);
  }

  /** @throws {Refused} 409 `two_factor_not_enabled` */
  async requireEnabled(userId: string): Promise<void> {
    requireSecret(await this.store.load(twoFactors, userId));
  }

  /**
   * Returns whether the code is right and unused.
   * @throws {Refused} 409 `two_factor_not_enabled`, or 429 after too many wrong codes
   */
  async verify(guess: Guess, cause: Cause): Promise<boolean> {
    await this.requireEnabled(guess.userId);
    const check = () => this.accept(guess, cause);
    return (await this.limit.guess(guess.userId, cause, check)) !== null;
  }

  /** Returns null for a wrong or used code. The append decides between concurrent uses of one code. */
  private async accept(guess: Guess, cause: Cause): Promise<true | null> {
    const { userId, partnerId, code, use } = guess;
    const known = await this.store.load(twoFactors, userId);
    const encrypted = requireSecret(known);
    const now = new Date();
    const step = totpStep(this.cipher.open(encrypted, boundTo(userId)), code, now);
    if (step === null) return null;
    if (isAcceptedFor(known, step, use)) return true;
    const decision = acceptCode({ userId, partnerId }, encrypted, { step, use }, now);
    const { events, state } = await this.store.transact(twoFactors, userId, decision, cause);
    return events.length > 0 || isAcceptedFor(state, step, use) ? true : null;
  }
}
