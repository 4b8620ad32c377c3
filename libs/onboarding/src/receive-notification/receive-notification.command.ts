import { Command } from '@nestjs/cqrs';

export class ReceiveNotification extends Command<void> {
  constructor(
    readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    readonly rawBody: Buffer,
    readonly requestId: string,
  ) {
    super();
  }
}
