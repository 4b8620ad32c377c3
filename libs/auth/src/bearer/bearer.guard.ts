import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Refused } from '#platform/core/refused.js';
import { PUBLIC } from '#platform/http/caller.js';
import { type BearerPrincipal, BearerStrategy } from './bearer.strategy.js';

/** Stands before every route; only what is marked public passes without a token. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: BearerStrategy,
  ) {
    super();
  }

  /** Passport's way takes several turns of promises: only what is not at hand goes there. */
  override canActivate(context: ExecutionContext) {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets) === true)
      return true;
    const request = context
      .switchToHttp()
      .getRequest<FastifyRequest & { user?: BearerPrincipal }>();
    const principal = this.strategy.atHand(request);
    if (principal === null) return super.canActivate(context);
    request.user = principal;
    return true;
  }

  /** A token that is not good is no error here; an error is the service's own trouble. */
  override handleRequest<User>(error: Error | null, user: User | false): User {
    if (error !== null) throw error;
    if (user === false)
      throw new Refused('unauthorized', 'invalid_token', 'Send a valid token: log in or refresh');
    return user;
  }
}
