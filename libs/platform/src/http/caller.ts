import {
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addRouteConfig } from './route-config.js';
import type { Cause } from '../event-store/event-store.js';

/** The partner user behind a verified token, with the request it came in. */
export type Caller = {
  readonly partnerId: string;
  readonly partnerUserId: string;
  readonly requestId: string;
};

/** What the token says; set on the request by the authentication strategy. */
export type Principal = Omit<Caller, 'requestId'>;

/** Parameter decorator: the `Caller` of this request. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
    return { ...request.user, requestId: request.id };
  },
);

export const causeOf = ({ partnerId, partnerUserId, requestId }: Caller): Cause => ({
  partnerId,
  correlationId: requestId,
  causationId: requestId,
  actor: `partnerUser:${partnerUserId}`,
});

export const PUBLIC = 'public-route';

/** Routes that need no token; a class marks all of its methods. */
export const Public =
  (): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    const isClass = property === undefined;
    const holder = (isClass ? (target as Type).prototype : target) as Record<string | symbol, Type>;
    for (const name of isClass ? methodsOf(holder) : [property]) {
      const method = holder[name]!;
      SetMetadata(PUBLIC, true)(method);
      addRouteConfig(method, { isPublic: true });
    }
  };

const methodsOf = (prototype: object): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name]) => name);
