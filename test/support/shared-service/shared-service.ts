import type { Secrets } from '../secrets/secrets.js';
import { type Guest, Service } from '../service.js';
import { LENT_SETTINGS, SHARED_SETTINGS } from './shared-settings.js';

/**
 * Joins the service for files without special settings and faults. It saves three seconds of CPU time
 * for a start. Outside `npm test` the file starts a service.
 */
export const sharedService = async (): Promise<Service> => {
  const host = process.env['TEST_SHARED_SERVICE'];
  if (host === undefined) return Service.start(SHARED_SETTINGS);
  const guest = (await ask(host, '/join')) as Guest;
  const leave = ({ kept }: Secrets) => ask(host, '/leave', { secrets: kept });
  return Service.visit(guest, leave, false);
};

/**
 * Borrows a service for files that inject faults and need no special settings: killed processes, a
 * wiped Redis, failing calls of the sandbox. The file has exclusive use. If ledger and broker differ at
 * the end, or work is still open, the service ends, and the next file gets a new service. A file that
 * depends on the service's history or on its demo partner starts a service instead.
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
  if (!response.ok) throw new Error(`shared service failed: ${await response.text()}`);
  return response.json();
};
