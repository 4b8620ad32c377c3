import { Wrong, httpAddress, oneOf, optional, text, wholeNumber, type Rule } from './rules.js';

const HIGHEST = 65_535;
const firstPort = wholeNumber(
  0,
  HIGHEST - 2,
  `must be a port from 1 to ${HIGHEST - 2}, 0 for any free port, or off`,
);

/** First of three consecutive ports; 0: any free ports; `off`: metrics are switched off. */
export const metricsPort: Rule<number | 'off'> = (given) =>
  given === 'off' ? given : firstPort(given);

type Ports = Readonly<Record<'api' | 'worker' | 'projector', number | null>>;

/** Returns the metrics port of each process: null for off, 0 for any free port. */
export const metricsPortsOf = (first: number | 'off' | undefined): Ports => {
  if (first === 'off') return { api: null, worker: null, projector: null };
  if (first === undefined || first === 0) return { api: 0, worker: 0, projector: 0 };
  return { api: first, worker: first + 1, projector: first + 2 };
};

const ratio: Rule<number> = (given) => {
  const number = Number(given);
  if (Number.isNaN(number) || number < 0 || number > 1) throw new Wrong('must be from 0 to 1');
  return number;
};

/** Standard variables. The exporter itself reads those without a rule here. */
export const signalVariables = {
  METRICS_PORT: optional(metricsPort),
  OTEL_TRACES_EXPORTER: optional(oneOf('otlp', 'none')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(httpAddress),
  OTEL_EXPORTER_OTLP_PROTOCOL: optional(oneOf('http/json')),
  OTEL_EXPORTER_OTLP_HEADERS: optional(text),
  OTEL_TRACES_SAMPLER: optional(
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: optional(ratio),
  OTEL_SERVICE_NAME: optional(text),
  OTEL_SDK_DISABLED: optional(oneOf('true', 'false')),
};

type Otel = {
  readonly [
    Name in
      | 'OTEL_TRACES_EXPORTER'
      | 'OTEL_EXPORTER_OTLP_ENDPOINT'
      | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
      | 'OTEL_SDK_DISABLED'
  ]?: string | undefined;
};

/**
 * Returns whether traces are exported: if an exporter or an endpoint is set and nothing disables
 * them.
 */
export const isTracingOn = (env: Otel): boolean => {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  const places = [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  return env.OTEL_TRACES_EXPORTER === 'otlp' || places.some((each) => each !== undefined);
};
