import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Cause } from '#kernel/event-store/event-store.js';

export type Caller = {
  readonly partnerId: string;
  readonly partnerUserId: string;
  readonly requestId: string;
};

/** Identity in a verified token. The authenticator sets it on the request. */
export type Principal = Omit<Caller, 'requestId'>;

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
