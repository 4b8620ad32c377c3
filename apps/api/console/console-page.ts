import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '#kernel/refused.js';
import { openAsset, readPage } from './console-files.js';

const YEAR_S = 31_536_000;
const NONCE_BYTES = 16;
/** Where the build left a place for the nonce. */
const NONCE_MARK = /__NONCE__/g;
const PUBLIC = { config: { isPublic: true } } as const;

type AssetRequest = FastifyRequest<{ Params: { readonly name: string } }>;

/**
 * The console: one page for every path below `/console`, and the files that it loads. Their names
 * change with their content, so browsers keep them; the page is asked for each time.
 */
export const openConsole = (app: NestFastifyApplication): void => {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/console', PUBLIC, sendPage);
  fastify.get('/console/*', PUBLIC, sendPage);
  fastify.get('/console/assets/:name', PUBLIC, sendAsset);
};

const sendPage = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const html = await readPage();
  if (html === null) throw unavailable('console_unavailable', 'The console was not built');
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .headers({ ...SAFE, 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html.replace(NONCE_MARK, nonce));
};

const sendAsset = async (request: AssetRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { 'accept-encoding': accepted = '' } = request.headers;
  const asset = await openAsset(request.params.name, accepted);
  if (asset === null) throw notFound('route_not_found', 'There is no such file');
  const { file, type, encoding } = asset;
  const { size } = await file.stat();
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply
    .headers({ ...SAFE, 'cache-control': `public, max-age=${YEAR_S}, immutable` })
    .headers({ vary: 'accept-encoding', 'content-length': size })
    .type(type)
    .send(file.createReadStream());
};

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' } as const;

/** Nothing from elsewhere; the style elements of the component library carry the nonce. */
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
