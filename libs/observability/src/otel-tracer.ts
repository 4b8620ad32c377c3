import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  context,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { OpenSpan, SpanOptions, Tracer } from '#kernel/span.js';

/** The last spans get so much of it. */
const TRACES_CLOSE_WITHIN_MS = 2_000;

const VERSION = '00';
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Exports traces by OTLP over HTTP, configured by the standard OTEL_* variables. An unavailable
 * receiver loses spans and delays nobody.
 */
export const otelTracer = (app: string): Tracer => {
  const service = process.env['OTEL_SERVICE_NAME'] ?? 'partner-brokerage';
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `${service}-${app}`,
      'service.instance.id': `${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register({ propagator: null });
  const tracer = provider.getTracer('brokerage');
  const begin = ({ name, kind, attributes = {}, parent, link, startMs }: SpanOptions): OpenSpan => {
    const under = contextOf(parent);
    const options = { kind: KINDS[kind], attributes, links: linksTo(link) };
    const timed = startMs === undefined ? options : { ...options, startTime: startMs };
    const span = tracer.startSpan(name, timed, under);
    return handleOf(span, trace.setSpan(under, span));
  };
  const close = async () => {
    await withTimeout(TRACES_CLOSE_WITHIN_MS, 'the last spans', provider.shutdown()).catch(
      () => undefined,
    );
  };
  return { begin, close };
};

const handleOf = (span: Span, under: Context): OpenSpan => ({
  traceparent: textOf(span.spanContext()),
  within: (work) => context.with(under, work),
  set: (attributes) => void span.setAttributes(attributes),
  end: (failed) => {
    if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
    span.end();
  },
});

const contextOf = (parent: string | null | undefined): Context => {
  if (parent === undefined) return context.active();
  const known = parent === null ? null : spanContextOf(parent);
  return known === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, known);
};

const linksTo = (link: string | undefined): Link[] => {
  const other = link === undefined ? null : spanContextOf(link);
  return other === null ? [] : [{ context: other }];
};

/** W3C Trace Context, level 1: version, trace, span, flags. */
const spanContextOf = (traceparent: string): SpanContext | null => {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent) ?? [];
  const found = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(found) ? found : null;
};

const textOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  [VERSION, traceId, spanId, traceFlags.toString(16).padStart(2, '0')].join('-');
