import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

export class DisablePartnerUser extends Command<{ readonly id: string; readonly email: string }> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
