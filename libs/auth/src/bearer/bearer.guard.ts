import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Refused } from '#platform/core/refused.js';
import { EventLogUnavailable } from '#platform/event-store/event-log.js';
import { PUBLIC } from '#platform/http/caller.js';

/** Stands before every route; only what is marked public passes without a token. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override canActivate(context: ExecutionContext) {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets) === true
      ? true
      : super.canActivate(context);
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof EventLogUnavailable) throw error;
    if (error !== null || user === false)
      throw new Refused('unauthorized', 'invalid_token', 'Send a valid token: log in or refresh');
    return user;
  }
}
