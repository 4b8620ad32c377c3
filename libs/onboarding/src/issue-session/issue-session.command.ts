import { Command } from '@nestjs/cqrs';
import { z } from 'zod';
import { offsetTime, text } from '#platform/http/answers.js';
import type { Caller } from '#platform/http/caller.js';

export const onboardingSession = z
  .strictObject({
    token: text(
      'Initialises the front-end SDK of the identity provider.',
      'vtok_UxM6Vbvk2Rcy1gzcSuXgk3sj3L9I0pAnNH',
    ),
    link: text(
      'The same without code: a page for first tests.',
      'https://verify.example/#vtok_UxM6',
    ),
    expiresAt: offsetTime('When the token stops working.'),
  })
  .meta({ id: 'OnboardingSession', description: 'What the front end needs to verify a user.' });

export type SessionView = Readonly<z.output<typeof onboardingSession>>;

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
