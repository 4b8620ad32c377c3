import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { offsetTime, text } from '#http/response-schemas.js';
import { type Caller, causeOf } from '#http/caller.js';
import { Inject } from '@nestjs/common';
import { toAlpha2 } from '#kernel/countries.js';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { unavailable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import {
  type IdentityProvider,
  IdentityUnavailable,
  type OnboardingSession,
} from '#identity/identity-provider.js';
import { IDENTITY_PROVIDER } from '#kernel/tokens.js';
import type { UserDetails } from '#users/user/user.state.js';
import { requireNotBlocked, requirePerson } from '#users/user/require-user.js';
import { recordSession, requireOpenForSession } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

export const onboardingSession = z
  .strictObject({
    token: text(
      'Initialises the front-end SDK of the identity provider.',
      'vtok_UxM6Vbvk2Rcy1gzcSuXgk3sj3L9I0pAnNH',
    ),
    link: text(
      'A page that uses the token, for first tests without code.',
      'https://verify.example/#vtok_UxM6',
    ),
    expiresAt: offsetTime('Time at which the token expires.'),
  })
  .meta({ id: 'OnboardingSession', description: 'What the front end needs to verify a user.' });

export type SessionView = Readonly<z.output<typeof onboardingSession>>;

export class IssueSession extends Command<SessionView> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    /** Fields that the partner sent with a value. */
    readonly prefill: Readonly<Record<string, string>>,
  ) {
    super();
  }
}

/**
 * Limits of concurrent and waiting session requests. All partners share the connections to the
 * provider, and other calls need some of them. The time limit of a call starts after the wait.
 */
const SESSIONS = { atOnce: 48, waitingMax: 1_000, waitingPerKey: 100 };

@CommandHandler(IssueSession)
export class IssueSessionHandler implements ICommandHandler<IssueSession> {
  private readonly queue = new FairQueue(SESSIONS);

  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
  ) {}

  /**
   * Creates the session before it records it. After a crash in between, the partner requests another
   * session, which is harmless.
   */
  async execute({ caller, userId, prefill }: IssueSession): Promise<SessionView> {
    const user = await requirePerson(this.store, caller.partnerId, userId);
    requireNotBlocked(user);
    const profile = await this.store.load(traderProfiles, user.userId);
    const account = profile?.account.kind ?? null;
    requireOpenForSession(await this.store.load(onboardings, user.userId), account);
    const session = await this.queue.run(caller.partnerId, () =>
      this.createSession(user, prefill, caller.requestId),
    );
    const decision = recordSession(aboutOf(user), session.expiresAt, account, new Date());
    await this.store.transact(onboardings, user.userId, decision, causeOf(caller));
    const expiresAt = session.expiresAt.toISOString().replace('Z', '+00:00');
    return { token: session.token, link: session.link, expiresAt };
  }

  private async createSession(
    user: UserDetails,
    prefill: IssueSession['prefill'],
    requestId: string,
  ): Promise<OnboardingSession> {
    const known = {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      country: toAlpha2(user.country),
      ...(user.phone === null ? {} : { phone: user.phone }),
      ...(user.dateOfBirth === null ? {} : { dateOfBirth: user.dateOfBirth }),
    };
    try {
      return await this.provider.createSession(user.userId, { ...known, ...prefill }, requestId);
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error;
      throw unavailable(
        'identity_provider_unavailable',
        'The identity provider does not respond, so no session was created',
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }
}

const aboutOf = ({ userId, partnerId }: UserDetails) => ({ userId, partnerId });
