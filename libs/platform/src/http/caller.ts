import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addRouteConfig, handlersOf } from './route-config.js';
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

/** Routes that need no token; a class marks all of its methods. */
export const Public =
  (): ClassDecorator & MethodDecorator =>
  (target: object, property?: string | symbol): void => {
    for (const handler of handlersOf(target, property)) addRouteConfig(handler, { isPublic: true });
  };
