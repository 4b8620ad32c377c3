import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, malformed } from '../core/refused.js';
import { addRouteConfig, handlersOf } from './route-config.js';
import { parseJson } from './strict-json.js';
import { isParsed } from './slow-bodies.js';
import { wholeBody } from './whole-body.js';

/** What a body costs is paid before it is judged, so none may be much longer than an honest one. */
export const BODY_BYTES_MAX = {
  /** The longest honest one, names of 2 000 characters as escapes, has 26 kB. */
  usual: 64 * 1024,
  /** Where nobody has shown who they are: an e-mail and a password as escapes have 14 kB. */
  ofStrangers: 16 * 1024,
};

/** A route whose bodies may have so many bytes instead of the usual number. */
export const BodyUpTo =
  (bodyBytesMax: number): MethodDecorator =>
  (target, property) => {
    for (const handler of handlersOf(target, property)) addRouteConfig(handler, { bodyBytesMax });
  };

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for signatures over it. */
    rawBody?: Buffer;
  }
}

/**
 * Bodies are JSON in UTF-8, not compressed, and parsed here alone. What is not is refused before a
 * byte of it is read.
 */
export const acceptJsonBodies = (fastify: FastifyInstance): void => {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    done(hasBody(request) && !request.is404 ? mediaRefusal(request) : null, payload);
  });
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= bytesMaxOf(route.config ?? {});
  });
  fastify.addContentTypeParser('application/json', (request, payload, done) => {
    const announcedBytes = isParsed(request) ? announcedBytesOf(request) : null;
    const bytesMax = request.routeOptions.bodyLimit;
    wholeBody(payload, { bytesMax, announcedBytes }, (error, body) => {
      if (body === null) done(error);
      else accept(request, body, done);
    });
  });
};

const announcedBytesOf = ({ headers }: FastifyRequest): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length']);

const bytesMaxOf = ({ bodyBytesMax, isPublic, roles }: FastifyContextConfig): number => {
  const isForStrangers = isPublic === true && roles === undefined;
  return bodyBytesMax ?? (isForStrangers ? BODY_BYTES_MAX.ofStrangers : BODY_BYTES_MAX.usual);
};

const accept = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void => {
  const isSigned = request.routeOptions.config.isSigned === true;
  // Nothing is nothing, whatever type it is announced as: who needs a body refuses it.
  if (request.is404 || (body.length === 0 && !isSigned)) return done(null, undefined);
  request.rawBody = body;
  // Nothing is made of it before its signature is seen to be right.
  if (isSigned) return done(null, {});
  try {
    done(null, parseBody(body));
  } catch (error) {
    done(error as Error);
  }
};

/** @throws {Refused} 400 when this is no JSON in UTF-8. */
export const parseBody = (body: Buffer): unknown => parseJson(textOf(body));

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const PARAMETER = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=("[^"\\]*"|[\w!#$%&'*+.^`|~-]+))?[ \t]*/y;
const MEDIA_TYPE = /^application\/json[ \t]*(?=;|$)/i;

/** Whether it is `application/json`, with well-formed parameters and no charset but UTF-8. */
export const isJsonInUtf8 = (contentType: string): boolean => {
  const type = MEDIA_TYPE.exec(contentType);
  if (type === null) return false;
  for (let at = type[0].length; at < contentType.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const parameter = PARAMETER.exec(contentType);
    if (parameter === null) return false;
    const [, name = '', value = ''] = parameter;
    if (name.toLowerCase() === 'charset' && !/^"?utf-8"?$/i.test(value)) return false;
  }
  return true;
};

const mediaRefusal = ({ headers }: FastifyRequest): Refused | null => {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    return unsupported('content_encoding_unsupported', 'Send the body without Content-Encoding');
  return isJsonInUtf8(headers['content-type'] ?? '')
    ? null
    : unsupported('media_type_unsupported', 'Send the body as application/json in UTF-8');
};

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
