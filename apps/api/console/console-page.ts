import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '#kernel/refused.js';

const { resolve } = createRequire(import.meta.url);

const FILE_NAME = /^[\w-][\w.-]*$/;
const NONCE_BYTES = 16;
/** Placeholder of the nonce in the built page. */
const NONCE_MARK = /__NONCE__/g;
const PUBLIC = { config: { isPublic: true } } as const;

type AssetRequest = FastifyRequest<{ Params: { readonly name: string } }>;

/**
 * Serves the console: one page for every path below `/console`, and the files that it loads. The
 * names of the files change with their content, so browsers keep them. The page is never cached.
 */
export const openConsole = (app: NestFastifyApplication): void => {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/console', PUBLIC, sendPage);
  fastify.get('/console/*', PUBLIC, sendPage);
  fastify.get('/console/assets/:name', PUBLIC, sendAsset);
};

const sendPage = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const html = await readFile(pagePath(), 'utf8');
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .headers({ ...SAFE, 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html.replace(NONCE_MARK, nonce));
};

const sendAsset = ({ params: { name } }: AssetRequest, reply: FastifyReply): FastifyReply => {
  if (!FILE_NAME.test(name)) throw notFound('route_not_found', 'There is no such file');
  return reply
    .headers({ ...SAFE, vary: 'accept-encoding' })
    .removeHeader('cache-control')
    .sendFile(name, join(dirname(pagePath()), 'assets'), { maxAge: '1y', immutable: true });
};

/** @throws {Refused} 503 if the console was not built */
const pagePath = (): string => {
  try {
    return resolve('#console-page');
  } catch {
    throw unavailable('console_unavailable', 'The console was not built');
  }
};

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' } as const;

/**
 * Allows only this service as a source. The style elements of the component library have the nonce.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
