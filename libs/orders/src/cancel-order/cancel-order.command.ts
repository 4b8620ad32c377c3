import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Document } from '#platform/read-models/documents.js';

/** Answers with the order after the wish was recorded; its end follows. */
export class CancelOrder extends Command<Document> {
  constructor(
    readonly caller: Caller,
    readonly orderId: string,
  ) {
    super();
  }
}
