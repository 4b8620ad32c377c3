import type { OpenSpan, SpanOptions, Tracer } from './span.js';

let tracer: Tracer | null = null;

/** Sets the tracer of this process and returns the previous one. */
export const useTracer = (chosen: Tracer | null): Tracer | null => {
  const previous = tracer;
  tracer = chosen;
  return previous;
};

export const isTracing = (): boolean => tracer !== null;

/** Null while nobody traces: then nothing is measured, kept or sent. */
export const beginSpan = (options: SpanOptions): OpenSpan | null => tracer?.begin(options) ?? null;

/** Does the work under a span, and with the span; without tracing it only does the work. */
export const traced = async <Result>(
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> => {
  const span = beginSpan(options);
  if (span === null) return work(null);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
};
