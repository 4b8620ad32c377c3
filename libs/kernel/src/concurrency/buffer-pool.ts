import { unavailable } from '../refused.js';

/** Retry time for an upload that found no memory. */
const RETRY_AFTER_UPLOAD_S = 2;

export type SlabPoolOptions = {
  readonly slabBytes: number;
  /** All there will ever be; they are made when first needed, and kept. */
  readonly slabsMax: number;
  /** Limit of one holder over all its leases. One lease of any size is always possible. */
  readonly slabsPerHolder: number;
  /** Limits of waiting requests, for one holder and in total, and of their waiting time. */
  readonly waitingPerHolder: number;
  readonly waitingMax: number;
  readonly waitMs: number;
};

/** Slabs set aside for one holder. */
export interface BufferLease {
  /** One of the slabs set aside. @throws RangeError when all of them are taken. */
  take(): Buffer;
  /** Overwrites all of them and gives them back. May be repeated. */
  release(): void;
}

type Waiter = { readonly holder: string; readonly count: number; readonly begin: () => void };

/**
 * A fixed amount of memory in equal slabs, for large requests. A request reserves its maximum
 * before it begins, so that it never waits half-way. The holder with the fewest slabs comes next,
 * and then the earliest request; the pool waits until the next request fits.
 */
export class BufferPool {
  private readonly idle: Buffer[] = [];
  private readonly waiting: Waiter[] = [];
  private readonly held = new Map<string, number>();
  private free: number;

  constructor(private readonly options: SlabPoolOptions) {
    this.free = options.slabsMax;
  }

  /** `gone` ends the waiting at once. @throws {Refused} 503 when too many wait, or for too long. */
  async reserve(count: number, holder: string, gone: AbortSignal): Promise<BufferLease> {
    if (count > this.options.slabsMax) throw new RangeError(`There are not ${count} slabs`);
    await this.turn(count, holder, gone);
    return this.leaseOf(count, holder);
  }

  private turn(count: number, holder: string, gone: AbortSignal): Promise<void> {
    const { waitingMax, waitingPerHolder, waitMs } = this.options;
    const own = this.waiting.filter((waiter) => waiter.holder === holder).length;
    if (this.waiting.length >= waitingMax || own >= waitingPerHolder) return Promise.reject(busy());
    return new Promise((begin, refuse) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        end();
        refuse(busy());
        this.admit();
      };
      const timer = setTimeout(leave, waitMs);
      const end = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        ...{ count, holder },
        begin: () => {
          end();
          begin();
        },
      };
      gone.addEventListener('abort', leave);
      this.waiting.push(waiter);
      if (gone.aborted) leave();
      else this.admit();
    });
  }

  private leaseOf(count: number, holder: string): BufferLease {
    const taken: Buffer[] = [];
    let isHeld = true;
    return {
      take: () => {
        if (!isHeld || taken.length >= count) throw new RangeError('No slab is left of this lease');
        const slab = this.idle.pop() ?? Buffer.allocUnsafeSlow(this.options.slabBytes);
        taken.push(slab);
        return slab;
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        for (const slab of taken) this.idle.push(slab.fill(0));
        this.hold(holder, -count);
        this.admit();
      },
    };
  }

  /** Reserves the slabs of the next requests before they continue. */
  private admit(): void {
    for (let next = this.next(); next !== null && next.count <= this.free; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.hold(next.holder, next.count);
      next.begin();
    }
  }

  private next(): Waiter | null {
    let next: Waiter | null = null;
    for (const waiter of this.waiting)
      if (this.mayHold(waiter) && (next === null || this.of(waiter) < this.of(next))) next = waiter;
    return next;
  }

  private mayHold(waiter: Waiter): boolean {
    const has = this.of(waiter);
    return has === 0 || has + waiter.count <= this.options.slabsPerHolder;
  }

  private of({ holder }: Waiter): number {
    return this.held.get(holder) ?? 0;
  }

  private hold(holder: string, count: number): void {
    const held = (this.held.get(holder) ?? 0) + count;
    if (held === 0) this.held.delete(holder);
    else this.held.set(holder, held);
    this.free -= count;
  }
}

const busy = () =>
  unavailable(
    'uploads_busy',
    'Too many uploads at once; nothing was accepted',
    RETRY_AFTER_UPLOAD_S,
  );
