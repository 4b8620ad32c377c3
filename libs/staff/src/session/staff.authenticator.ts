import {
  type ExecutionContext,
  Inject,
  Injectable,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.js';
import { Refused } from '#kernel/refused.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import type { RequestAuthenticator } from '#http/request-authenticator.js';
import { AuthenticatedBy, Public } from '#http/authenticated-by.js';
import { routeConfig } from '#http/route-config.js';
import { CONFIG } from '#kernel/tokens.js';
import { staffOperator } from '../account/staff-cause.js';
import type { Role } from '../account/staff-account.events.js';
import { SameOriginGate, requireSameOrigin } from './same-origin.js';
import { sessionCookie } from './session-cookie.js';
import { type SignedIn, StaffSessions } from './staff-sessions.js';

/**
 * Header of requests that a page sends without a person, so that an abandoned page does not keep
 * its session alive.
 */
const BACKGROUND = 'x-staff-background';

type StaffRequest = FastifyRequest & { staff?: SignedIn };

/** Authenticates signed-in staff who have one of the route's roles. */
@Injectable()
export class StaffAuthenticator implements RequestAuthenticator {
  constructor(
    private readonly sessions: StaffSessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async admit(request: StaffRequest): Promise<void> {
    requireSameOrigin(request, this.config.publicOrigin);
    const { roles = [] } = request.routeOptions.config;
    const isUse = request.headers[BACKGROUND] === undefined;
    request.staff = await this.enter(request, roles, isUse);
  }

  /** @throws {Refused} 401 without a session, 403 with another role. */
  async enter(
    request: FastifyRequest,
    roles: readonly string[],
    isUse: boolean,
  ): Promise<SignedIn> {
    const staff = await this.sessions.find(sessionCookie(request), isUse);
    if (staff === null)
      throw new Refused(
        'unauthorized',
        'not_signed_in',
        'Sign in: the session is missing or has ended',
      );
    if (!roles.includes(staff.role))
      throw new Refused(
        'forbidden',
        'role_required',
        `This requires the role ${roles.join(' or ')}`,
      );
    return staff;
  }
}

/** Marks a route for staff with one of these roles. It does not accept tokens of partners. */
export const StaffOnly = (...roles: readonly Role[]): ClassDecorator & MethodDecorator =>
  applyDecorators(Public(), AuthenticatedBy(StaffAuthenticator), routeConfig({ roles }));

/** Marks a route of the staff API that needs no session. */
export const StaffEntrance = (): ClassDecorator & MethodDecorator =>
  applyDecorators(Public(), AuthenticatedBy(SameOriginGate));

/** Parameter decorator: the signed-in staff member. */
export const CurrentStaff = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => staffOf(context),
);

/** Parameter decorator: the signed-in staff member as the operator who causes events. */
export const ByStaff = createParamDecorator((_: unknown, context: ExecutionContext): Operator => {
  const { id } = context.switchToHttp().getRequest<StaffRequest>();
  return staffOperator(staffOf(context).staffId, id);
});

const staffOf = (context: ExecutionContext): SignedIn => {
  const { staff } = context.switchToHttp().getRequest<StaffRequest>();
  if (staff === undefined) throw new Error('this route needs StaffAuthenticator');
  return staff;
};
