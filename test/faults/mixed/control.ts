import { call } from '../../support/service.js';
import type { Rig } from '../rig.js';

/** Asks the sandbox for something that happens at the broker. @throws Error when it refuses. */
export const control = async (rig: Rig, path: string, body: object): Promise<void> => {
  const { status } = await call(rig.service.sandbox, 'POST', `/control${path}`, { body });
  if (status >= 300) throw new Error(`the sandbox answered ${status} to ${path}`);
};
