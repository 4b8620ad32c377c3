import { type Span, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf, startSpan } from '#kernel/tracing.js';

const SERVER_ERROR = 500;

/**
 * Records a trace for each request of a route. Links a partner's `traceparent` without adopting it:
 * otherwise callers would decide which requests are recorded, and under which id.
 */
export const traceRequests = (fastify: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isOfInterest(request)) spans.set(request, beginRequest(request));
    done();
  });
  // After the body was read, because socket events lose the context of the request.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else context.with(trace.setSpan(context.active(), span), done);
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= SERVER_ERROR)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: `${statusCode}` });
    span?.end();
    done();
  });
};

const isOfInterest = ({ is404, routeOptions: { url } }: FastifyRequest): boolean =>
  !is404 && url !== undefined && !url.startsWith('/health/');

const beginRequest = ({ id, method, headers, routeOptions: { url = '' } }: FastifyRequest) => {
  const theirs = trace.getSpanContext(contextOf(String(headers['traceparent'])));
  const attributes = {
    'http.request.method': method,
    'http.route': url,
    'brokerage.correlation_id': id,
  };
  const links = theirs === undefined ? [] : [{ context: theirs }];
  return startSpan(`${method} ${url}`, { kind: SpanKind.SERVER, attributes, links }, contextOf());
};
