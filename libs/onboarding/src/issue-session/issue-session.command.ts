import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';

export type SessionView = {
  readonly token: string;
  readonly link: string;
  /** ISO 8601 with the offset spelled out. */
  readonly expiresAt: string;
};

export class IssueSession extends Command<SessionView> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    /** Only fields the partner holds. */
    readonly prefill: Readonly<Record<string, string>>,
  ) {
    super();
  }
}
