import type { OpenSpan, SpanOptions, Tracer } from './span.js';

let tracer: Tracer | null = null;

/** For the start of a process, and for tests. */
export const useTracer = (chosen: Tracer | null): void => {
  tracer = chosen;
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

/** Loads the tracer, which no process carries that does not trace. */
export const openTracing = async (app: string, on: boolean): Promise<void> => {
  if (!on) return;
  const { otelTracer } = await import('./otel-tracer.js');
  useTracer(otelTracer(app));
};

export const closeTracing = async (): Promise<void> => {
  const closing = tracer;
  useTracer(null);
  await closing?.close();
};
