import type { Type } from '@nestjs/common';
import type { RequestAuthenticator } from './request-authenticator.js';
import { addRouteConfig, handlersOf } from './route-config.js';

/** Sets the authenticator of a public route, or of all routes of a class. */
export const AuthenticatedBy =
  (gate: Type<RequestAuthenticator>): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    for (const handler of handlersOf(target, property)) addRouteConfig(handler, { gate });
  };

/**
 * Marks a public route whose credential is a signature over the body. The handler must verify it
 * before it uses the body. A 401 counts as a bad credential of the address.
 */
export const SignedBody = (): MethodDecorator => (target, property) => {
  for (const handler of handlersOf(target, property)) addRouteConfig(handler, { isSigned: true });
};
