import { useTracer } from '#kernel/tracing.js';

/** Loads the tracer, so that a process without traces does not load its packages. */
export const openTracing = async (app: string, on: boolean): Promise<void> => {
  if (!on) return;
  const { otelTracer } = await import('./otel-tracer.js');
  useTracer(otelTracer(app));
};

/** Sends the last spans and ends tracing. */
export const closeTracing = async (): Promise<void> => {
  await useTracer(null)?.close();
};
