import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { RequestAuthenticator } from './request-authenticator.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no token. */
    isPublic?: boolean;
    /** Largest body, in bytes. */
    bodyBytesMax?: number;
    /** The body needs much memory, so the requests take turns. */
    isLarge?: boolean;
    /** The credential is a signature over the body, which the handler verifies. */
    isSigned?: boolean;
    /** Authenticator that replaces the one for tokens. */
    gate?: Type<RequestAuthenticator>;
    /** Roles of the staff that may use the route. */
    roles?: readonly string[];
    /** Responses have an `ETag` and may be 304. */
    hasEntityTag?: boolean;
  }
}

type RouteConfig = Readonly<
  Pick<
    FastifyContextConfig,
    'isPublic' | 'bodyBytesMax' | 'isLarge' | 'isSigned' | 'gate' | 'roles' | 'hasEntityTag'
  >
>;

const given = new WeakMap<object, RouteConfig>();

/**
 * Decorates a route, or all routes of a class, with configuration that Fastify's hooks can read
 * before Nest runs.
 */
export const routeConfig =
  (config: RouteConfig): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    for (const handler of handlersOf(target, property)) {
      const all = { ...given.get(handler), ...config };
      given.set(handler, all);
      RouteConfig(all)(handler as never);
    }
  };

const handlersOf = (target: object, property?: string | symbol): readonly object[] => {
  if (property !== undefined) return [(target as Record<string | symbol, object>)[property]!];
  const prototype = (target as Type).prototype as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([, { value }]) => value as object);
};
