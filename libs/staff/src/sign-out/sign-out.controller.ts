import { Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { flag, object } from '#http/response-schemas.js';
import { Endpoint } from '#http/endpoint.js';
import { signOut, signOutEverywhere } from '../account/staff-account.decide.js';
import { ROLES } from '../account/staff-account.events.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { clearSessionCookie } from '../session/session-cookie.js';
import { ByStaff, CurrentStaff, StaffOnly } from '../session/staff.authenticator.js';
import type { SignedIn } from '../session/staff-sessions.js';

const signedOut = object('SignedOut', 'The sign-out took effect on all processes at once.', {
  signedOut: flag('Always true.', true),
});

@StaffOnly(...ROLES)
@Controller('staff')
export class SignOutController {
  constructor(private readonly store: EventStore) {}

  @Endpoint({
    summary: 'Sign out',
    description: 'Ends this session.',
    credential: 'session',
    answers: { 200: [signedOut, 'Signed out.'] },
  })
  @Post('sign-out')
  async signOut(
    @CurrentStaff() { staffId, sessionId }: SignedIn,
    @ByStaff() by: Operator,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const decision = signOut(sessionId, new Date());
    await this.store.transact(staffAccounts, staffId, decision, accountCause(by));
    clearSessionCookie(reply);
    return { signedOut: true };
  }

  @Endpoint({
    summary: 'Sign out everywhere',
    description: 'Ends every session of this account.',
    credential: 'session',
    answers: { 200: [signedOut, 'Signed out.'] },
  })
  @Post('sign-out-everywhere')
  async signOutEverywhere(
    @CurrentStaff() { staffId }: SignedIn,
    @ByStaff() by: Operator,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const decision = signOutEverywhere(new Date());
    await this.store.transact(staffAccounts, staffId, decision, accountCause(by));
    clearSessionCookie(reply);
    return { signedOut: true };
  }
}
