import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no token. */
    isPublic?: boolean;
    /** The handler reads the body itself, up to this many bytes. */
    streamedBytesMax?: number;
  }
}

type HouseConfig = {
  readonly isPublic?: boolean;
  readonly streamedBytesMax?: number;
};

const given = new WeakMap<object, HouseConfig>();

/** Adds to what Fastify's hooks know of the route of this handler before Nest does anything. */
export const addRouteConfig = (handler: object, config: HouseConfig): void => {
  const all = { ...given.get(handler), ...config };
  given.set(handler, all);
  RouteConfig(all)(handler as never);
};
