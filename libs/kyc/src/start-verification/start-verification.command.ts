import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Answered } from '#platform/idempotency/answered.js';
import type { KeyedRequest } from '#platform/idempotency/keyed-request.js';
import type { startedView } from '../show-verification/verification.view.js';
import type { VerificationTerms } from '../verification/verification.state.js';

/** What a partner asks for; `country` is ISO 3166 alpha-2. */
export type WantedVerification = Pick<
  VerificationTerms,
  'userId' | 'verificationType' | 'documentType' | 'country'
>;

export class StartVerification extends Command<Answered<ReturnType<typeof startedView>>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly wanted: WantedVerification,
  ) {
    super();
  }
}
