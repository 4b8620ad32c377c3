import { Command } from '@nestjs/cqrs';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';

export class LogOut extends Command<void> {
  constructor(
    readonly principal: BearerPrincipal,
    readonly requestId: string,
  ) {
    super();
  }
}
