import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan } from '#kernel/span.js';
import { beginSpan } from '#kernel/tracing.js';

const SERVER_ERROR = 500;

/**
 * Records a trace for each request of a route. Links a partner's `traceparent` without adopting it:
 * otherwise callers would decide which requests are recorded, and under which id.
 */
export const traceRequests = (fastify: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const span = isOfInterest(request) ? beginRequest(request) : null;
    if (span !== null) spans.set(request, span);
    done();
  });
  // After the body was read, because socket events lose the context of the request.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(done);
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': statusCode });
    span?.end(statusCode >= SERVER_ERROR ? `${statusCode}` : undefined);
    done();
  });
};

const isOfInterest = ({ is404, routeOptions: { url } }: FastifyRequest): boolean =>
  !is404 && url !== undefined && !url.startsWith('/health/');

const beginRequest = ({ id, method, headers, routeOptions: { url = '' } }: FastifyRequest) => {
  const { traceparent } = headers;
  return beginSpan({
    name: `${method} ${url}`,
    kind: 'server',
    parent: null,
    attributes: {
      'http.request.method': method,
      'http.route': url,
      'brokerage.correlation_id': id,
    },
    ...(typeof traceparent === 'string' ? { link: traceparent } : {}),
  });
};
