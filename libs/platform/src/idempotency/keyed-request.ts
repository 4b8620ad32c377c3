import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformed } from '../core/refused.js';
import type { Principal } from '../http/caller.js';
import { bodyHash } from './body-hash.js';
import type { Answered } from './answered.js';
import { keptAnswerId } from './kept-answer.state.js';

/** A request under an `Idempotency-Key`. */
export type KeyedRequest = {
  /** Of this partner, path and key. */
  readonly keptAnswerId: string;
  readonly bodyHash: string;
};

const KEY_MAX = 255;

/** Parameter decorator: this request's key with what it is about, null without the header. */
export const Keyed = createParamDecorator(
  (_: unknown, context: ExecutionContext): KeyedRequest | null =>
    keyedRequest(context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>()),
);

type Request = Pick<FastifyRequest, 'headers' | 'url' | 'body'> & { readonly user: Principal };

/** @throws {Refused} 400 when the key is empty or over 255 characters. */
export const keyedRequest = ({ headers, url, body, user }: Request): KeyedRequest | null => {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_MAX) {
    const detail = `Idempotency-Key must have 1 to ${KEY_MAX} characters`;
    throw malformed([{ code: 'header_invalid', detail }], detail);
  }
  const [path = ''] = url.split('?');
  return { keptAnswerId: keptAnswerId(user.partnerId, path, key), bodyHash: bodyHash(body) };
};

/** Puts status and `Idempotent-Replayed` on the reply; the body is what the controller returns. */
export const told = <Body>(
  reply: FastifyReply,
  { status, body, replayed }: Answered<Body>,
): Body => {
  void reply.status(status);
  if (replayed) void reply.header('idempotent-replayed', 'true');
  return body;
};
