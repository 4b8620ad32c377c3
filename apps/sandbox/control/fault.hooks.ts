import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestMode } from './fault.modes.js';
import { type Faults, pathOf, type Side } from './faults.js';

/** The "not found" response of a side. */
export type NotFound = (path: string) => { readonly status: number; readonly body: object };

type About = { readonly notFound: NotFound; readonly firmAccountId: string | null };

/** Applies the faults of one side to its requests, before or after their execution. */
export const addFaultHooks = (
  app: FastifyInstance,
  faults: Faults,
  side: Side,
  { notFound, firmAccountId }: About,
): void => {
  const active = new WeakMap<FastifyRequest, RequestMode>();
  const urlOf = ({ url }: FastifyRequest) => url.slice(`/${side}`.length);

  app.addHook('onRequest', async (request, reply) => {
    const { method } = request;
    const url = urlOf(request);
    const fault = faults.forRequest(side, method, pathOf(url));
    if (method === 'GET' && faults.blinds(side, url, Date.now())) {
      const { status, body } = notFound(pathOf(url));
      return reply.code(status).send(body);
    }
    if (fault === null) return;
    active.set(request, fault);
    await before(fault, request, reply);
  });

  app.addHook('preHandler', (request, _reply, next) => {
    const { method } = request;
    const path = pathOf(urlOf(request));
    if (method !== 'GET')
      faults.noteWrite(side, method, path, aboutOf(request, firmAccountId), Date.now());
    next();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = active.get(request);
    return fault === undefined ? payload : after(fault, request, reply, payload);
  });
};

/** Returns the id or address by which lookups find the subject of a write, or an empty text. */
const aboutOf = ({ body, params }: FastifyRequest, firmAccountId: string | null): string => {
  const { from_account, to_account, contact } = (body ?? {}) as Written;
  const { account } = params as { readonly account?: string };
  const customer = to_account === firmAccountId ? from_account : to_account;
  return customer ?? contact?.email_address ?? account ?? '';
};

type Written = {
  readonly from_account?: string;
  readonly to_account?: string;
  readonly contact?: { readonly email_address?: string };
};

/** Runs before the request is executed. */
const before = async (
  fault: RequestMode,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  if (fault.executes) return undefined;
  switch (fault.kind) {
    case 'delay':
      return sleep(fault.value);
    case 'not-found-for':
      return undefined;
    case 'hang':
      return hang(reply);
    case 'reset':
      return reset(request, reply);
    case 'status':
      return reply.code(fault.value).send(providerError(fault.value));
    case 'html-200':
      return reply.code(200).type('text/html').send(MAINTENANCE_PAGE);
  }
};

/** Runs after the request is executed. Returns the body of the response. */
const after = async (
  fault: RequestMode,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  if (!fault.executes) return payload;
  switch (fault.kind) {
    case 'hang':
      return hang(reply);
    case 'reset':
      return reset(request, reply);
    case 'status':
      reply.code(fault.value).type('application/json');
      return JSON.stringify(
        fault.value < 500 ? proxyError(fault.value) : providerError(fault.value),
      );
    case 'html-200':
      reply.code(200).type('text/html');
      return MAINTENANCE_PAGE;
    case 'half-body':
      return halfBody(request, reply, textOf(payload));
    case 'broken-json':
      return `${textOf(payload).slice(0, -1)},,`;
    case 'other-schema':
      return JSON.stringify({ result: { ok: true, version: 2 } });
  }
};

/** Page of a proxy in front of an unavailable broker, sent with a misleading status. */
const MAINTENANCE_PAGE = `<!DOCTYPE html>
<html><head><title>Maintenance</title></head>
<body><h1>We will be back soon</h1><p>data: {"status": "executed"}</p></body></html>
`;

const textOf = (payload: unknown): string => (typeof payload === 'string' ? payload : '');

/** The socket stays open until the caller gives up or the sandbox stops. */
const hang = (reply: FastifyReply): Promise<never> => {
  reply.hijack();
  return new Promise(() => undefined);
};

const reset = (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
  const never = hang(reply);
  request.raw.socket.resetAndDestroy();
  return never;
};

const halfBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<never> => {
  const never = hang(reply);
  const bytes = Buffer.from(payload);
  reply.raw.writeHead(reply.statusCode, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => request.raw.socket.end());
  return never;
};

/** An error response of the provider. */
const providerError = (status: number) => ({
  code: status * 100_000 + 10_000,
  ...proxyError(status),
});

/** A proxy's error response for an executed request. */
const proxyError = (status: number) => ({
  message: status === 429 ? 'rate limit exceeded' : `injected fault: status ${status}`,
});
