import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpiredCredential } from '#kernel/expired-credential.js';
import { Refused } from '#kernel/refused.js';
import type { RequestAuthenticator } from '#http/request-authenticator.js';
import { type BearerPrincipal, BearerStrategy } from './bearer.strategy.js';

type Asked = FastifyRequest & { user?: BearerPrincipal };

/** Stands before every route that is not public. */
@Injectable()
export class BearerAuthenticator extends AuthGuard('bearer') implements RequestAuthenticator {
  constructor(private readonly strategy: BearerStrategy) {
    super();
  }

  /** Passport's way takes several turns of promises: only what is not at hand goes there. */
  knows(request: Asked): boolean {
    const principal = this.strategy.atHand(request);
    if (principal === null) return false;
    request.user = principal;
    return true;
  }

  async admit(request: Asked, reply: FastifyReply): Promise<void> {
    await this.canActivate(new ExecutionContextHost([request, reply]));
  }

  /** A token that is not good is no error here; an error is the service's own trouble. */
  override handleRequest<User>(error: Error | null, user: User | false, info: unknown): User {
    if (error !== null) throw error;
    if (user !== false) return user;
    const Kind = hasLapsed(info) ? ExpiredCredential : Refused;
    throw new Kind('unauthorized', 'invalid_token', 'Send a valid token: log in or refresh');
  }
}

/** The signature is verified before the time. */
const hasLapsed = (info: unknown): boolean =>
  info instanceof Error && info.name === 'TokenExpiredError';
