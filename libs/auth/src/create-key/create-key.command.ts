import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** `apiKey` is shown once; only a hash of its secret is kept. */
export class CreateKey extends Command<{ readonly keyId: string; readonly apiKey: string }> {
  constructor(
    readonly partnerId: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
