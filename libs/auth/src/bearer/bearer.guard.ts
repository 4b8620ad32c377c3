import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Refused } from '#platform/core/refused.js';
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

  /** A token that is not good is no error here; an error is the service's own trouble. */
  override handleRequest<User>(error: Error | null, user: User | false): User {
    if (error !== null) throw error;
    if (user === false)
      throw new Refused('unauthorized', 'invalid_token', 'Send a valid token: log in or refresh');
    return user;
  }
}
