import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import type { ReadStore } from '#read-models/read-store.js';
import { readStoreOn } from '../../apps/features.js';
import { onboardedUser } from '../support/onboarded-user.js';
import { type App, type Json, PartnerClient, Service } from '../support/service.js';

const AT_ONCE = 8;
const UNLIMITED = '1000000';

/** A whole service on fresh stores, users with active accounts, and no rate in the way. */
export class Stage {
  private turn = 0;

  constructor(
    readonly service: Service,
    readonly client: PartnerClient,
    readonly userIds: readonly string[],
  ) {}

  /** `folder`: of other sources than these, see `Service.start`. */
  static async open(
    users: number,
    settings: Record<string, string> = {},
    folder?: string,
  ): Promise<Stage> {
    const rate = { PARTNER_RATE_PER_S: UNLIMITED };
    const service = await Service.start({ ...rate, ...profiled(), ...settings }, folder);
    try {
      const client = await PartnerClient.logIn(service);
      const userIds: string[] = [];
      while (userIds.length < users) {
        const some = Math.min(AT_ONCE, users - userIds.length);
        userIds.push(...(await onboard(service, client, some)));
      }
      return new Stage(service, client, userIds);
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  /**
   * Stops all that would take the processor from the one process that is measured: between their
   * writes, as a file that one of them has locked would stay so.
   */
  pause(...apps: readonly App[]): void {
    const readModels = `${this.service.dataDir}/read-models.db`;
    const held = [this.events, readModels].filter(existsSync).map(lockedForWriting);
    for (const app of apps) process.kill(this.service.pid(app), 'SIGSTOP');
    for (const file of held) file.close();
  }

  goOn(...apps: readonly App[]): void {
    for (const app of apps) process.kill(this.service.pid(app), 'SIGCONT');
  }

  /** So that the broker takes the orders of every user. */
  async fund(amount: string): Promise<void> {
    const deposits = this.userIds.map(async (userId) => {
      const body = { userId, direction: 'DEPOSIT', amount, externalId: `fund-${userId}` };
      const { body: made } = await this.client.post('/v1/funding', body);
      const isEnded = ({ status }: Json) => status === 'completed';
      const ended = await this.client.until(`/v1/funding/${String(made['id'])}`, isEnded);
      if (!isEnded(ended)) throw new Error(`a user got no money: ${JSON.stringify(ended)}`);
    });
    await Promise.all(deposits);
  }

  /** Each in turn. */
  nextUser(): string {
    this.turn = (this.turn + 1) % this.userIds.length;
    return this.userIds[this.turn] ?? '';
  }

  /** What the projector writes, over a connection of its own; to be closed. */
  async readStore(): Promise<ReadStore> {
    return readStoreOn(await openSqlEngine(this.service.readModels));
  }

  get events(): string {
    return `${this.service.dataDir}/events.db`;
  }

  async close(): Promise<void> {
    if (existsSync(this.service.dataDir)) this.goOn('sandbox', 'worker', 'projector');
    await this.service.stop();
  }
}

const onboard = (service: Service, client: PartnerClient, users: number): Promise<string[]> =>
  Promise.all(Array.from({ length: users }, () => onboardedUser(service, client)));

const PROFILER = new URL('./profiler.mjs', import.meta.url).href;
const PROFILES = 'BENCH_PROFILES';

/** Has each process of the services to come write a CPU profile into this folder when it ends. */
export const profileInto = (folder: string): void => {
  process.env[PROFILES] = folder;
};

const profiled = (): Record<string, string> => {
  const folder = process.env[PROFILES];
  return folder === undefined ? {} : { NODE_OPTIONS: `--import=${PROFILER}` };
};

const lockedForWriting = (path: string): Database.Database => {
  const file = new Database(path);
  file.exec('begin immediate');
  return file;
};
