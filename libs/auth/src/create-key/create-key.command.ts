import { Command } from '@nestjs/cqrs';

/** `apiKey` is shown once; only a hash of its secret is kept. */
export class CreateKey extends Command<{ readonly keyId: string; readonly apiKey: string }> {
  constructor(readonly partnerId: string) {
    super();
  }
}
