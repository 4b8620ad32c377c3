import { randomUUID } from 'node:crypto';
import type { KeptSecrets } from '../secrets/secrets.js';
import { PooledService } from './pooled-service.js';
import type { Guest } from '../service.js';
import { LENT_SETTINGS } from './shared-settings.js';

/** An idle service uses as much CPU time in two minutes as a start. */
const KEPT_MS = 120_000;

/** Services that are lent to one file at a time, which returns them unchanged. */
export class SharedServicePool {
  private readonly idle: {
    readonly pooledService: PooledService;
    readonly closing: NodeJS.Timeout;
  }[] = [];
  private readonly lent = new Map<string, PooledService>();
  private readonly returning = new Set<Promise<void>>();

  /** `onError` gets the errors of ended services. */
  constructor(private readonly onError: (error: unknown) => void) {}

  async borrow(): Promise<Guest & { readonly loan: string }> {
    if (this.idle.length === 0) await Promise.all(this.returning);
    const known = this.idle.pop();
    clearTimeout(known?.closing);
    const pooledService = known?.pooledService ?? (await PooledService.open(LENT_SETTINGS));
    const loan = randomUUID();
    this.lent.set(loan, pooledService);
    return { ...(await pooledService.join()), loan };
  }

  /** Returns at once. The next file waits for the reset instead of this file. */
  giveBack(loan: string, secrets: KeptSecrets): void {
    const pooledService = this.lent.get(loan);
    if (pooledService === undefined) throw new Error(`unknown loan ${loan}`);
    this.lent.delete(loan);
    pooledService.leave(secrets);
    const returning = this.take(pooledService).finally(() => this.returning.delete(returning));
    this.returning.add(returning);
  }

  /** Ends all services, including lent ones. */
  async close(): Promise<void> {
    await Promise.all(this.returning);
    await this.endIdle();
    await Promise.all([...this.lent.values()].map((pooledService) => this.end(pooledService)));
  }

  /** Ends the services that are not lent. */
  async endIdle(): Promise<void> {
    const idle = this.idle.splice(0);
    for (const { closing } of idle) clearTimeout(closing);
    await Promise.all(idle.map(({ pooledService }) => this.end(pooledService)));
  }

  private async take(pooledService: PooledService): Promise<void> {
    if (!(await pooledService.tidy())) return this.end(pooledService);
    const closing = setTimeout(() => {
      this.idle.splice(this.idle.indexOf(kept), 1);
      void this.end(pooledService);
    }, KEPT_MS);
    const kept = { pooledService, closing };
    this.idle.push(kept);
  }

  private async end(pooledService: PooledService): Promise<void> {
    await pooledService.close().catch(this.onError);
  }
}
