import { withTimeout } from '#kernel/concurrency/with-timeout.js';

/** Time limit for sending the last spans during shutdown. */
const TRACES_CLOSE_WITHIN_MS = 2_000;

let shutdown = (): Promise<void> => Promise.resolve();

/**
 * Exports traces by OTLP over HTTP, configured by the standard OTEL_* variables. If the
 * receiver is unavailable, spans are lost without a delay. A process without traces does not load the packages.
 */
export const openTracing = async (app: string, on: boolean): Promise<void> => {
  if (!on) return;
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const service = process.env['OTEL_SERVICE_NAME'] ?? 'partner-brokerage';
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `${service}-${app}`,
      'service.instance.id': `${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  shutdown = () => provider.shutdown();
};

/** Sends the last spans and ends tracing. */
export const closeTracing = async (): Promise<void> => {
  await withTimeout(TRACES_CLOSE_WITHIN_MS, 'the last spans', shutdown()).catch(() => undefined);
};
