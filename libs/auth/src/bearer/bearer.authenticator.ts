import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpiredCredential } from '#kernel/expired-credential.js';
import { Refused } from '#kernel/refused.js';
import type { RequestAuthenticator } from '#http/request-authenticator.js';
import { type BearerPrincipal, BearerStrategy } from './bearer.strategy.js';

type Asked = FastifyRequest & { user?: BearerPrincipal };

/** Authenticates callers of all routes that are not public. */
@Injectable()
export class BearerAuthenticator extends AuthGuard('bearer') implements RequestAuthenticator {
  constructor(private readonly strategy: BearerStrategy) {
    super();
  }

  /** Skips Passport for a known token, because Passport needs several promise turns. */
  knows(request: Asked): boolean {
    const principal = this.strategy.atHand(request);
    if (principal === null) return false;
    request.user = principal;
    return true;
  }

  async admit(request: Asked, reply: FastifyReply): Promise<void> {
    await this.canActivate(new ExecutionContextHost([request, reply]));
  }

  /** `error` is a failure of the service. An invalid token is a missing user. */
  override handleRequest<User>(error: Error | null, user: User | false, info: unknown): User {
    if (error !== null) throw error;
    if (user !== false) return user;
    const Kind = hasExpired(info) ? ExpiredCredential : Refused;
    throw new Kind('unauthorized', 'invalid_token', 'Send a valid token: log in or refresh');
  }
}

/**
 * Returns whether a token with a valid signature has expired. The library verifies the signature
 * first.
 */
const hasExpired = (info: unknown): boolean =>
  info instanceof Error && info.name === 'TokenExpiredError';
