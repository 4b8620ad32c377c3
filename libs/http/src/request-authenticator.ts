import type { FastifyReply, FastifyRequest } from 'fastify';

/** Authenticates a caller before the API reads the body. */
export interface RequestAuthenticator {
  /**
   * Authenticates the caller at once if this process already knows the credential. Returns whether
   * it did.
   */
  knows?(request: FastifyRequest): boolean;
  /** @throws {Refused} if the caller is not authenticated */
  admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/** The authenticator of every route that is not public. */
export const TOKEN_AUTHENTICATOR = Symbol('TokenGate');
