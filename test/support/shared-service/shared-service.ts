import type { Secrets } from '../secrets/secrets.js';
import { type Guest, Service } from '../service.js';
import { LENT_SETTINGS, SHARED_SETTINGS } from './shared-settings.js';

/**
 * For files that need no settings and no harm of their own: a start costs three seconds of processor.
 * Without `npm test` around it, the file gets one alone.
 */
export const sharedService = async (): Promise<Service> => {
  const host = process.env['TEST_SHARED_SERVICE'];
  if (host === undefined) return Service.start(SHARED_SETTINGS);
  const guest = (await ask(host, '/join')) as Guest;
  const leave = ({ kept }: Secrets) => ask(host, '/leave', { secrets: kept });
  return Service.visit(guest, leave, false);
};

/**
 * For files that need no settings of their own and do harm: processes killed, a Redis wiped, calls of
 * the sandbox gone wrong. Nobody else uses it meanwhile. When books and broker do not agree in the end,
 * or something is still open, it ends, and the next file gets a new one. A file that counts what the
 * service ever did, or names its demo partner, starts its own.
 */
export const leasedService = async (): Promise<Service> => {
  const host = process.env['TEST_SHARED_SERVICE'];
  if (host === undefined) return Service.start(LENT_SETTINGS);
  const { loan, ...guest } = (await ask(host, '/borrow')) as Guest & { readonly loan: string };
  const leave = ({ kept }: Secrets) => ask(host, '/give-back', { loan, secrets: kept });
  return Service.visit(guest, leave, true);
};

const ask = async (host: string, path: string, body: object | null = null) => {
  const response = await fetch(`${host}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The shared service: ${await response.text()}`);
  return response.json();
};
