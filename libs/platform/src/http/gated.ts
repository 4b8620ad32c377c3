import type { Type } from '@nestjs/common';
import type { Gate } from './gate.js';
import { addRouteConfig, handlersOf } from './route-config.js';

/** A public route, or all of a class, with a gate of its own. */
export const Gated =
  (gate: Type<Gate>): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    for (const handler of handlersOf(target, property)) addRouteConfig(handler, { gate });
  };

/**
 * A public route whose credential is a signature over its body. The handler judges it, before anything
 * else is made of the body; one that it refuses (401) counts as a bad credential of the address.
 */
export const SignedBody = (): MethodDecorator => (target, property) => {
  for (const handler of handlersOf(target, property)) addRouteConfig(handler, { isSigned: true });
};
