import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { Gate } from './gate.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no token. */
    isPublic?: boolean;
    /** The handler reads the body itself, up to this many bytes. */
    streamedBytesMax?: number;
    /** How many bytes a body may have that is parsed before the handler. */
    bodyBytesMax?: number;
    /** Its credential is a signature over the body, which the handler judges. */
    isSigned?: boolean;
    /** Lets callers in instead of the gate that asks for a token. */
    gate?: Type<Gate>;
    /** Of the staff, who the route is for. */
    roles?: readonly string[];
  }
}

type HouseConfig = Readonly<
  Pick<
    FastifyContextConfig,
    'isPublic' | 'streamedBytesMax' | 'bodyBytesMax' | 'isSigned' | 'gate' | 'roles'
  >
>;

const given = new WeakMap<object, HouseConfig>();

/** Adds to what Fastify's hooks know of the route of this handler before Nest does anything. */
export const addRouteConfig = (handler: object, config: HouseConfig): void => {
  const all = { ...given.get(handler), ...config };
  given.set(handler, all);
  RouteConfig(all)(handler as never);
};

/** The method that was decorated, or all of the class that was. */
export const handlersOf = (target: object, property?: string | symbol): readonly object[] => {
  if (property !== undefined) return [(target as Record<string | symbol, object>)[property]!];
  const prototype = (target as Type).prototype as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([, { value }]) => value as object);
};
