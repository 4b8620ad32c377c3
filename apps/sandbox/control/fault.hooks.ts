import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestMode } from './fault.modes.js';
import { MAINTENANCE_PAGE } from './maintenance-page.js';
import { type Faults, pathOf, type Side } from './faults.js';

/** The "not found" response of a side. */
export type NotFound = (path: string) => { readonly status: number; readonly body: object };

type About = { readonly notFound: NotFound; readonly firmAccountId: string | null };

/** Applies the faults of one side to its requests, before or after the work. */
export const addFaultHooks = (
  app: FastifyInstance,
  faults: Faults,
  side: Side,
  { notFound, firmAccountId }: About,
): void => {
  const underway = new WeakMap<FastifyRequest, RequestMode>();
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
    underway.set(request, fault);
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
    const fault = underway.get(request);
    return fault === undefined ? payload : after(fault, request, reply, payload);
  });
};

/** Returns the subject of a write, as lookups name it, or an empty text. */
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

const before = async (
  fault: RequestMode,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  switch (fault.kind) {
    case 'delay':
      return sleep(fault.forMs);
    case 'hang':
      return fault.executes ? undefined : hang(reply);
    case 'reset':
      return fault.executes ? undefined : reset(request, reply);
    case 'status':
      return fault.executes ? undefined : reply.code(fault.code).send(refusal(fault.code));
    case 'html':
      return fault.executes ? undefined : maintenance(reply).send(MAINTENANCE_PAGE);
    case 'half-body':
    case 'broken-json':
    case 'other-schema':
    case 'not-found':
      return undefined;
  }
};

const after = async (
  fault: RequestMode,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  switch (fault.kind) {
    case 'delay':
    case 'not-found':
      return payload;
    case 'hang':
      return fault.executes ? hang(reply) : payload;
    case 'reset':
      return fault.executes ? reset(request, reply) : payload;
    case 'status':
      if (!fault.executes) return payload;
      reply.code(fault.code).type('application/json');
      return JSON.stringify(fault.code < 500 ? edgeWords(fault.code) : refusal(fault.code));
    case 'html':
      if (fault.executes) maintenance(reply);
      return fault.executes ? MAINTENANCE_PAGE : payload;
    case 'half-body':
      return halfBody(request, reply, textOf(payload));
    case 'broken-json':
      return `${textOf(payload).slice(0, -1)},,`;
    case 'other-schema':
      return JSON.stringify({ result: { ok: true, version: 2 } });
  }
};

const maintenance = (reply: FastifyReply): FastifyReply => reply.code(200).type('text/html');

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
const refusal = (status: number) => ({ code: status * 100_000 + 10_000, ...edgeWords(status) });

/** The body of a proxy's error response for a request that was executed. */
const edgeWords = (status: number) => ({
  message: status === 429 ? 'rate limit exceeded' : `fault: answered with ${status} on purpose`,
});
