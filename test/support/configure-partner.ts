import { randomUUID } from 'node:crypto';
import { opsHere } from './ops-here.js';
import { eventually } from './sandbox.js';
import type { Started } from './started-service.js';

/** Largest deposit of a new partner, in dollars. */
const DEFAULT_LIMIT = '50000.00';
/** The API rejects a larger deposit with the limit that it applies. */
const MARKER_LIMIT = '49999.99';
const ABOVE_LIMITS = '50000.01';

/**
 * Changes terms of the demo partner and waits until the API applies them. The API reads terms again
 * every half second. The largest deposit shows the change, so it cannot be changed here.
 */
export const configurePartner = async (started: Started, ...options: string[]): Promise<void> => {
  await setAndAwait(started, MARKER_LIMIT, options);
  await setAndAwait(started, DEFAULT_LIMIT, []);
};

const setAndAwait = async (started: Started, limit: string, options: string[]): Promise<void> => {
  const { service } = started;
  const terms = ['--partner', service.demo.partner.id, '--limit', limit, ...options];
  const { code, stderr } = await opsHere(service, 'partner', 'configure', ...terms);
  if (code !== 0) throw new Error(`partner configure ended with ${code}: ${stderr}`);
  await eventually(async () => (await appliedLimit(started)).endsWith(` ${limit}`));
};

/** Never creates a deposit. */
const appliedLimit = async ({ client, userId }: Started): Promise<string> => {
  const terms = { userId, direction: 'DEPOSIT', amount: ABOVE_LIMITS, externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', terms);
  const [error] = (body['errors'] ?? []) as { readonly detail?: string }[];
  return error?.detail ?? '';
};
