import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Operator } from '../operator.js';
import { AGREES, reconciled } from '../reconciled.js';
import type { KeptSecrets } from '../secrets/secrets.js';
import { type App, type Guest, Service } from '../service.js';

const TRIES_MAX = 5;
const APPS: readonly App[] = ['redis', 'sandbox', 'api', 'worker', 'projector'];
/** Time for work that a file started in its last moments, in milliseconds. */
const LOOKS_MAX = 40;
const LOOK_PAUSE_MS = 250;
/** Settings of a first start. */
const FIRM_CENTS = 100_000_000;

/** A service for test files, and the operator that creates partners for them. */
export class PooledService {
  private last: Promise<unknown> = Promise.resolve();
  private guests = 0;

  private constructor(
    private readonly service: Service,
    private readonly operator: Operator,
  ) {}

  static async open(settings: Record<string, string>): Promise<PooledService> {
    const service = await Service.start(settings);
    return new PooledService(service, await Operator.beside(service));
  }

  /** Creates two partners and two staff members for one file. Files wait for each other. */
  join(): Promise<Guest> {
    this.guests += 1;
    const guest = this.last.then(() => this.makeGuest());
    this.last = guest.catch(() => undefined);
    return guest;
  }

  leave(secrets: KeptSecrets): void {
    this.service.secrets.take(secrets);
    this.guests -= 1;
  }

  /** Resets the settings of a file. Returns whether the service is as after a start. */
  async tidy(): Promise<boolean> {
    for (let look = 1; look <= LOOKS_MAX; look++) {
      try {
        if (await this.isTidy()) return true;
      } catch {
        // A killed process has not restarted yet.
      }
      await sleep(LOOK_PAUSE_MS);
    }
    return false;
  }

  /** @throws {Error} if a file did not report its secrets, or if secrets are stored in plaintext */
  async close(): Promise<void> {
    await this.operator.close();
    const code = await this.service.stop();
    if (code !== 0) throw new Error(`it ended with ${code}`);
    if (this.guests > 0) throw new Error(`${this.guests} files did not report their secrets`);
  }

  private async isTidy(): Promise<boolean> {
    const { service } = this;
    for (const app of APPS) process.kill(service.pid(app), 0);
    const health = await fetch(`${service.api}/health/ready`);
    if (health.status !== 200) return false;
    await service.noFaults();
    await service.control('POST', '/rate-limit', { perSecond: null });
    await service.control('POST', '/journal-limits', {});
    const { body: firm } = await service.control('POST', '/firm-account', { add: '0.00' });
    const missingCents = FIRM_CENTS - Math.round(Number(firm['available']) * 100);
    const add = (missingCents / 100).toFixed(2);
    if (missingCents !== 0) await service.control('POST', '/firm-account', { add });
    const { repeats } = (await service.control('GET', '/repeats')).body;
    if ((repeats as unknown[]).length > 0) return false;
    const { code, differences, open, foreign, waiting, stuck } = await reconciled(service);
    const left = [differences, open, foreign, waiting, stuck].flat();
    return code === AGREES.code && left.length === 0;
  }

  private async makeGuest(): Promise<Guest> {
    const { env, dataDir, redisPort, api, sandbox } = this.service;
    const { operator } = this;
    return {
      ...{ env, dataDir, redisPort, api, sandbox },
      demo: {
        partner: await again(() => operator.newPartner('Demo partner')),
        secondPartner: await again(() => operator.newPartner()),
        operator: await again(() => operator.newStaff('operator', email())),
        finance: await again(() => operator.newStaff('finance', email())),
      },
    };
  }
}

const email = () => `${randomUUID()}@staff.example`;

/** Retries, because other files write to the same list of partners. */
const again = async <T>(make: () => Promise<T>): Promise<T> => {
  for (let left = TRIES_MAX; ; left--)
    try {
      return await make();
    } catch (error) {
      if (left === 1) throw error;
    }
};
