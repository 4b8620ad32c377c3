import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/refused.js';
import type { Principal } from '../caller.js';
import { bodyHash } from './body-hash.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { idempotencyRecordId } from '#kernel/idempotency/idempotency-record.state.js';

const KEY_MAX = 255;

/** Parameter decorator: the request's idempotency key and body hash, or null without the header. */
export const Keyed = createParamDecorator(
  (_: unknown, context: ExecutionContext): KeyedRequest | null =>
    keyedRequest(context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>()),
);

type Request = Pick<FastifyRequest, 'headers' | 'url' | 'body'> & { readonly user: Principal };

/** @throws {Refused} 400 if the key is empty or has over 255 characters */
export const keyedRequest = ({ headers, url, body, user }: Request): KeyedRequest | null => {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_MAX) {
    const detail = `Idempotency-Key must have 1 to ${KEY_MAX} characters`;
    throw malformed([{ code: 'header_invalid', detail }], detail);
  }
  const [path = ''] = url.split('?');
  return {
    idempotencyRecordId: idempotencyRecordId(user.partnerId, path, key),
    bodyHash: bodyHash(body),
  };
};

/** Sets status and `Idempotent-Replayed` on the reply and returns the body. */
export const applyResponse = <Body>(
  reply: FastifyReply,
  { status, body, replayed }: IdempotentResponse<Body>,
): Body => {
  void reply.status(status);
  if (replayed) void reply.header('idempotent-replayed', 'true');
  return body;
};
