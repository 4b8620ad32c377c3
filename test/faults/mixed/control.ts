import { call } from '../../support/service.js';
import type { FaultHarness } from '../fault-harness.js';

/** Requests a change at the sandbox's broker. @throws {Error} if the sandbox rejects it */
export const control = async (harness: FaultHarness, path: string, body: object): Promise<void> => {
  const { status } = await call(harness.service.sandbox, 'POST', `/control${path}`, { body });
  if (status >= 300) throw new Error(`the sandbox answered ${status} to ${path}`);
};
