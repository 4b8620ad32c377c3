import { randomUUID } from 'node:crypto';
import type { KeptSecrets } from '../secrets/secrets.js';
import { House } from './house.js';
import type { Guest } from '../service.js';
import { LENT_SETTINGS } from './shared-settings.js';

/** A service at rest costs as much processor in two minutes as a start. */
const KEPT_MS = 120_000;

/** Services that one file has for itself at a time, and gives back as it found them. */
export class LentHouses {
  private readonly idle: { readonly house: House; readonly closing: NodeJS.Timeout }[] = [];
  private readonly lent = new Map<string, House>();
  private readonly returning = new Set<Promise<void>>();

  /** `onError` is told what a service that ended had done wrong. */
  constructor(private readonly onError: (error: unknown) => void) {}

  async borrow(): Promise<Guest & { readonly loan: string }> {
    if (this.idle.length === 0) await Promise.all(this.returning);
    const known = this.idle.pop();
    clearTimeout(known?.closing);
    const house = known?.house ?? (await House.open(LENT_SETTINGS));
    const loan = randomUUID();
    this.lent.set(loan, house);
    return { ...(await house.join()), loan };
  }

  /** Answers at once: the next file waits, and not this one. */
  giveBack(loan: string, secrets: KeptSecrets): void {
    const house = this.lent.get(loan);
    if (house === undefined) throw new Error(`nothing was lent as ${loan}`);
    this.lent.delete(loan);
    house.leave(secrets);
    const returning = this.take(house).finally(() => this.returning.delete(returning));
    this.returning.add(returning);
  }

  /** Also what was not given back. */
  async close(): Promise<void> {
    await Promise.all(this.returning);
    for (const { closing } of this.idle) clearTimeout(closing);
    const houses = [...this.idle.map(({ house }) => house), ...this.lent.values()];
    await Promise.all(houses.map((house) => this.end(house)));
  }

  private async take(house: House): Promise<void> {
    if (!(await house.tidy())) return this.end(house);
    const closing = setTimeout(() => {
      this.idle.splice(this.idle.indexOf(kept), 1);
      void this.end(house);
    }, KEPT_MS);
    const kept = { house, closing };
    this.idle.push(kept);
  }

  private async end(house: House): Promise<void> {
    await house.close().catch(this.onError);
  }
}
