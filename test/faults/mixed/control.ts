import { call } from '../../support/service.js';
import type { FaultHarness } from '../fault-harness.js';

/** Asks the sandbox for something that happens at the broker. @throws Error when it refuses. */
export const control = async (rig: FaultHarness, path: string, body: object): Promise<void> => {
  const { status } = await call(rig.service.sandbox, 'POST', `/control${path}`, { body });
  if (status >= 300) throw new Error(`the sandbox answered ${status} to ${path}`);
};
