import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from '@opentelemetry/api';

/**
 * Returns the tracer at each call, because `openTracing` sets it later and in another copy of the
 * API. Names and attributes of spans are templates and numbers, never personal data, amounts or
 * secrets.
 */
const tracer = () => trace.getTracer('brokerage');

/** Returns the context of a W3C `traceparent`, or the context of a new trace. */
export const contextOf = (traceparent?: string): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent });

/** Returns the W3C `traceparent` of a span, for events and jobs. Undefined without tracing. */
export const traceparentOf = (span: Span): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
};

/** Starts a span in `parent`. The caller ends it. */
export const startSpan = (name: string, options: SpanOptions, parent: Context): Span =>
  tracer().startSpan(name, options, parent);

/** Runs the work within a span. `parent`: by default the context of the caller. */
export const traced = <Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
  parent: Context = context.active(),
): Promise<Result> =>
  tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const message = error instanceof Error ? error.name : 'unknown';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
