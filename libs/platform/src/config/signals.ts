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
