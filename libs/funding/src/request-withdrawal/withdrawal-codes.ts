import { Injectable } from '@nestjs/common';
import type { Terms } from '#auth/partner/partner.state.js';
import type { Cause } from '#kernel/event-store/event-store.js';
import { deterministicId } from '#kernel/ids.js';
import { unacceptable } from '#kernel/refused.js';
import { OneTimeCodes } from '#two-factor/verify-code/one-time-codes.js';
import type { UserStatusState } from '#users/user/user.state.js';
import type { FundingRequest } from '../request-deposit/deposit-reserver.js';

/** Requires the one-time code of a withdrawal, by the partner's terms. */
@Injectable()
export class WithdrawalCodes {
  constructor(private readonly codes: OneTimeCodes) {}

  /**
   * A code counts once. A repeat of the same withdrawal may repeat its code.
   * @throws {Refused} 409 `two_factor_not_enabled`, 422 at `/code`, or 429 after too many wrong codes
   */
  async require(
    { depositId, amountCents, code }: FundingRequest,
    { userId, partnerId }: UserStatusState,
    { withdrawalTwoFactor }: Pick<Terms, 'withdrawalTwoFactor'>,
    cause: Cause,
  ): Promise<void> {
    if (code === undefined) {
      if (withdrawalTwoFactor === 'optional') return;
      await this.codes.requireEnabled(userId);
      const detail = 'must be the current one-time code of the user';
      throw unacceptable({ pointer: '/code', code: 'two_factor_code_required', detail });
    }
    const use = deterministicId('withdrawal-code', depositId, `${amountCents}`);
    if (await this.codes.verify({ userId, partnerId, code, use }, cause)) return;
    const detail = 'must be the current one-time code of the user, and not used before';
    throw unacceptable({ pointer: '/code', code: 'two_factor_code_invalid', detail });
  }
}
