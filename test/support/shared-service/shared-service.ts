import type { KeptSecrets, Secrets } from '../secrets/secrets.js';
import { type ServiceDemo, Service } from '../service.js';

/** Enough for all files that share it. */
export const SHARED_SETTINGS = {
  TRADING_COUNTRIES: 'USA,DEU,JPN,ARG',
  KYC_TTL_S: '600',
  PARTNER_RATE_PER_S: '100000',
};

/** What one file gets: the service that all share, with partners and staff of its own. */
export type Guest = {
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly redisPort: number;
  readonly api: string;
  readonly sandbox: string;
  readonly demo: ServiceDemo;
};

/**
 * For files that need no settings and no harm of their own: a start costs five seconds of processor.
 * Without `npm test` around it, the file gets one alone.
 */
export const sharedService = async (): Promise<Service> => {
  const host = process.env['TEST_SHARED_SERVICE'];
  if (host === undefined) return Service.start(SHARED_SETTINGS);
  const guest = (await ask(host, '/join')) as Guest;
  const leave = (secrets: Secrets) => ask(host, '/leave', secrets.kept);
  return Service.visit(guest, leave);
};

const ask = async (host: string, path: string, body: KeptSecrets | null = null) => {
  const response = await fetch(`${host}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The shared service: ${await response.text()}`);
  return response.json();
};
