import { Command } from '@nestjs/cqrs';
import type { Cents } from '#platform/core/money.js';
import type { Caller } from '#platform/http/caller.js';
import type { Document } from '#platform/read-models/documents.js';

export class RequestDeposit extends Command<{
  readonly document: Document;
  /** False: the externalId was known, and this is how that deposit stands. */
  readonly created: boolean;
}> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly amountCents: Cents,
    readonly externalId: string,
  ) {
    super();
  }
}
