import type { Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addRouteConfig, handlersOf } from './route-config.js';

/** Lets a caller in before a byte of the body is read. */
export interface Gate {
  /** Whether this process can say at once that the caller is good, and has let it in. */
  knows?(request: FastifyRequest): boolean;
  /** @throws {Refused} when the caller is not let in. */
  admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/** The gate of every route that is not public. */
export const TOKEN_GATE = Symbol('TokenGate');

/**
 * A public route whose credential is a signature over its body. The handler judges it, before anything
 * else is made of the body; one that it refuses (401) counts as a bad credential of the address.
 */
export const SignedBody = (): MethodDecorator => (target, property) => {
  for (const handler of handlersOf(target, property)) addRouteConfig(handler, { isSigned: true });
};

/** A public route, or all of a class, with a gate of its own. */
export const Gated =
  (gate: Type<Gate>): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    for (const handler of handlersOf(target, property)) addRouteConfig(handler, { gate });
  };
