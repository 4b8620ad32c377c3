import { Command } from '@nestjs/cqrs';
import type { Cents } from '#platform/core/money.js';
import type { Caller } from '#platform/http/caller.js';
import type { Answered } from '#platform/idempotency/answered.js';
import type { KeyedRequest } from '#platform/idempotency/keyed-request.js';
import type { DepositRow } from '../user-deposits/user-deposits.read-model.js';

/** 200: the externalId was known, and this is how that deposit stands. */
export class RequestDeposit extends Command<Answered<DepositRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly userId: string,
    readonly amountCents: Cents,
    readonly externalId: string,
  ) {
    super();
  }
}
