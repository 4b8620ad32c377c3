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
 * Finds the tracer at each call, because `openTracing` sets it later and in another copy of the API.
 * Without it nothing is recorded. Names and attributes of spans are templates and numbers, never a
 * person, an amount or a secret.
 */
const tracer = () => trace.getTracer('brokerage');

/** Context of a W3C `traceparent`. Without one it begins a trace. */
export const contextOf = (traceparent?: string): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent });

/** W3C `traceparent` of a span, for events and jobs. Undefined without tracing. */
export const traceparentOf = (span: Span): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
};

/** Begins a span in `parent`. The caller ends it. */
export const startSpan = (name: string, options: SpanOptions, parent: Context): Span =>
  tracer().startSpan(name, options, parent);

/** Does the work within a span. `parent` is by default the context of the caller. */
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
