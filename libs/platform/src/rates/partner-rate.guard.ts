import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../http/caller.js';
import { takeOne } from './rate-headers.js';
import type { Rates } from './rates.js';

/** Stands behind the guards that know who asks; what needs no token has another limit. */
export class PartnerRateGuard implements CanActivate {
  constructor(private readonly rates: Rates) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const { user } = http.getRequest<FastifyRequest & { user?: Partial<Principal> }>();
    if (user?.partnerId === undefined) return true;
    const reply = http.getResponse<FastifyReply>();
    return takeOne(this.rates.partners, user.partnerId, reply)?.then(() => true) ?? true;
  }
}
