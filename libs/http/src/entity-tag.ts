import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Adds an `ETag` of the content to the responses of routes with `hasEntityTag`. Responds with 304
 * if the caller already has the content (RFC 9110, section 13.1.2).
 */
export const sendEntityTags = (fastify: FastifyInstance): void => {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { hasEntityTag } = request.routeOptions.config;
    if (hasEntityTag !== true || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload);
    const tag = entityTag(payload);
    // Callers may keep the content, and must ask whether it is still the same.
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (!isMatch(request.headers['if-none-match'], tag)) return done(null, payload);
    void reply.code(304).removeHeader('content-type');
    done(null, null);
  });
};

const entityTag = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;

const isMatch = (given: string | undefined, tag: string): boolean =>
  given !== undefined &&
  given
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === '*' || each === tag);
