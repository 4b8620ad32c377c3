import { Command } from '@nestjs/cqrs';
import type { KeyHolder } from '../api-key/api-key.gate.js';
import type { LoginResult } from '../bearer/session.js';

export class LogIn extends Command<LoginResult> {
  constructor(
    readonly key: KeyHolder,
    readonly email: string,
    readonly password: string,
    readonly requestId: string,
  ) {
    super();
  }
}
