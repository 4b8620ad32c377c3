import { MIMEType } from 'node:util';
import { NotFoundException } from '@nestjs/common';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, malformed } from '#kernel/refused.js';
import { isLarge, requireFewValues } from './large-bodies.js';
import { routeConfig } from './route-config.js';
import { parseJson } from './exact-json.js';

/**
 * Size limits of bodies. They are close to valid sizes, because a body costs resources before it is
 * validated.
 */
export const BODY_BYTES_MAX = {
  /** The longest valid body has 26 kB: names of 2 000 escaped characters. */
  usual: 64 * 1024,
  /** For unauthenticated callers: an e-mail and a password as escapes have 14 kB. */
  unauthenticated: 16 * 1024,
};

/** Sets another size limit for the bodies of a route, in bytes. */
export const BodyUpTo = (bodyBytesMax: number) => routeConfig({ bodyBytesMax });

declare module 'fastify' {
  interface FastifyRequest {
    /** A signed body as received. */
    rawBody?: Buffer;
  }
}

/**
 * Accepts only uncompressed JSON in UTF-8. Rejects other bodies of known length before it reads
 * them, and chunked bodies after the first chunk, because an empty body needs no type.
 */
export const acceptJsonBodies = (fastify: FastifyInstance): void => {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(new NotFoundException());
    // Fastify checks the type even without a body.
    if (!hasBody(request) && !isJson(request)) delete request.headers['content-type'];
    done(hasBody(request) ? mediaRefusal(request) : null, payload);
  });
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= bytesMaxOf(route.config ?? {});
  });
  fastify.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, accept);
};

const bytesMaxOf = ({ bodyBytesMax, isPublic, roles }: FastifyContextConfig): number => {
  const isUnauthenticated = isPublic === true && roles === undefined;
  return (
    bodyBytesMax ?? (isUnauthenticated ? BODY_BYTES_MAX.unauthenticated : BODY_BYTES_MAX.usual)
  );
};

/** Fastify responds with the errors that it throws. */
const accept = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void => {
  const isSigned = request.routeOptions.config.isSigned === true;
  // An empty body is valid with any type. Handlers that need a body reject it.
  if (body.length === 0 && !isSigned) return done(null, undefined);
  if (body.length > 0 && !isJson(request)) return done(notJson());
  // The body is not parsed before its signature is verified.
  if (isSigned) {
    request.rawBody = body;
    return done(null, {});
  }
  if (isLarge(request)) requireFewValues(body);
  done(null, parseJson(textOf(body)));
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the type is `application/json` without a charset other than UTF-8 (or `utf8`). */
export const isJsonInUtf8 = (contentType: string): boolean => {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
};

const mediaRefusal = ({ headers }: FastifyRequest): Refused | null => {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    return unsupported('content_encoding_unsupported', 'Send the body without Content-Encoding');
  const isLengthKnown = headers['transfer-encoding'] === undefined;
  return isLengthKnown && !isJson({ headers }) ? notJson() : null;
};

const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  isJsonInUtf8(headers['content-type'] ?? '');

const notJson = () =>
  unsupported('media_type_unsupported', 'Send the body as application/json in UTF-8');

const unsupported = (code: string, detail: string) =>
  new Refused('unsupported_media', code, detail);

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (body: Buffer): string => {
  try {
    return UTF_8.decode(body);
  } catch {
    const detail = 'The body is not UTF-8';
    throw malformed([{ pointer: '', code: 'json_malformed', detail }], detail);
  }
};
