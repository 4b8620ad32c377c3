import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Operator } from '../operator.js';
import type { KeptSecrets } from '../secrets/secrets.js';
import { Service } from '../service.js';
import { SHARED_SETTINGS, type Guest } from './shared-service.js';

const TRIES_MAX = 5;

/** The service that test files share, and the operator who makes partners for them. */
export class SharedHouse {
  private last: Promise<unknown> = Promise.resolve();
  private guests = 0;

  private constructor(
    private readonly service: Service,
    private readonly operator: Operator,
  ) {}

  static async open(): Promise<SharedHouse> {
    const service = await Service.start(SHARED_SETTINGS);
    return new SharedHouse(service, await Operator.beside(service));
  }

  /** Two partners and two of the staff for one file; one file after the other. */
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

  /** @throws Error when a file did not tell its secrets, or some lie in the clear */
  async close(): Promise<void> {
    await this.operator.close();
    const code = await this.service.stop();
    if (code !== 0) throw new Error(`it ended with ${code}`);
    if (this.guests > 0) throw new Error(`${this.guests} files did not tell their secrets`);
  }

  private async makeGuest(): Promise<Guest> {
    const { env, dataDir, redisPort, api, sandbox } = this.service;
    const { operator } = this;
    return {
      ...{ env, dataDir, redisPort, api, sandbox },
      demo: {
        partner: await again(() => operator.newPartner()),
        secondPartner: await again(() => operator.newPartner()),
        operator: await again(() => operator.newStaff('operator', email())),
        finance: await again(() => operator.newStaff('finance', email())),
      },
    };
  }
}

const email = () => `${randomUUID()}@staff.example`;

/** Others write to the same list of partners. */
const again = async <T>(make: () => Promise<T>): Promise<T> => {
  for (let left = TRIES_MAX; ; left--)
    try {
      return await make();
    } catch (error) {
      if (left === 1) throw error;
    }
};
