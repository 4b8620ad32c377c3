import { opsHere } from './ops-here.js';
import type { Json, Service } from './service.js';

type Found = Readonly<Record<'differences' | 'open' | 'foreign' | 'waiting' | 'stuck', Json[]>>;
type Ops = typeof opsHere;

/** Runs in a separate process, which has the service's clock. */
export const inItsClock: Ops = (service, ...args) => service.ops(...args);

/** Returns the findings of `reconcile` and its exit code. */
export const reconciled = async (
  service: Service,
  ops: Ops = opsHere,
): Promise<Found & { readonly code: number }> => {
  const { code, stdout } = await ops(service, 'reconcile', '--json');
  return { code, ...(JSON.parse(stdout) as Found) };
};

export const AGREES = { code: 0, differences: [] };

export const attentionList = async (service: Service, ops: Ops = opsHere): Promise<Json[]> => {
  const { stdout } = await ops(service, 'attention', 'list', '--json');
  return JSON.parse(stdout) as Json[];
};
