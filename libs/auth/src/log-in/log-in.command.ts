import { Command } from '@nestjs/cqrs';
import type { LoginResult } from '../bearer/session.js';

export class LogIn extends Command<LoginResult> {
  constructor(
    readonly apiKey: string,
    readonly email: string,
    readonly password: string,
    readonly requestId: string,
  ) {
    super();
  }
}
