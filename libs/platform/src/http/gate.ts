import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets a caller in before a byte of the body is read. */
export interface Gate {
  /** Whether this process can say at once that the caller is good, and has let it in. */
  knows?(request: FastifyRequest): boolean;
  /** @throws {Refused} when the caller is not let in. */
  admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/** The gate of every route that is not public. */
export const TOKEN_GATE = Symbol('TokenGate');
