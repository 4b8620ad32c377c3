import { z } from 'zod';

const HIGHEST = 65_535;
const error = `must be a port from 1 to ${HIGHEST - 2}, or off`;

/** The first of three ports next to each other; `off`: no metrics. */
export const metricsPortSchema = z.union([
  z.literal('off'),
  z.coerce
    .number({ error })
    .int(error)
    .min(1, error)
    .max(HIGHEST - 2, error),
]);

type Ports = Readonly<Record<'api' | 'worker' | 'projector', number | null>>;

/** Where each process tells its figures: null nowhere, 0 any free port. */
export const metricsPortsOf = (first: z.output<typeof metricsPortSchema> | undefined): Ports => {
  if (first === 'off') return { api: null, worker: null, projector: null };
  if (first === undefined) return { api: 0, worker: 0, projector: 0 };
  return { api: first, worker: first + 1, projector: first + 2 };
};

const receiver = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** The standard names; what is not judged here the exporter reads by itself. */
export const signalVariables = {
  METRICS_PORT: metricsPortSchema.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
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

/** On when somebody said where traces go, or that they go to the usual place. */
export const isTracingOn = (env: Otel): boolean => {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  const places = [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  return env.OTEL_TRACES_EXPORTER === 'otlp' || places.some((each) => each !== undefined);
};
