import { withTimeout } from '#kernel/concurrency/with-timeout.js';

/** The last spans get so much of it. */
const TRACES_CLOSE_WITHIN_MS = 2_000;

let shutdown = (): Promise<void> => Promise.resolve();

/**
 * Exports traces by OTLP over HTTP, configured by the standard OTEL_* variables. An unavailable
 * receiver loses spans and delays nobody. A process without traces does not load the packages.
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
