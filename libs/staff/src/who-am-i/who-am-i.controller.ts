import { Controller, Get } from '@nestjs/common';
import { Endpoint } from '#http/endpoint.js';
import { ROLES } from '../account/staff-account.events.js';
import { type SessionView, sessionView, staffSession } from '../session/session.view.js';
import { CurrentStaff, StaffOnly } from '../session/staff.authenticator.js';
import type { SignedIn } from '../session/staff-sessions.js';

@StaffOnly(...ROLES)
@Controller('staff/me')
export class WhoAmIController {
  @Endpoint({
    summary: 'Show the signed-in account',
    description: 'The account behind the session of this request.',
    credential: 'session',
    answers: { 200: [staffSession, 'Your account.'] },
  })
  @Get()
  whoAmI(@CurrentStaff() staff: SignedIn): SessionView {
    return sessionView(staff);
  }
}
