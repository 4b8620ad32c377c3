import { Command } from '@nestjs/cqrs';

export class RevokeKey extends Command<{ readonly keyId: string }> {
  constructor(readonly keyId: string) {
    super();
  }
}
