import { unavailable } from './refused.js';
import { RETRY_AFTER_UPLOAD_S } from './timing.js';

export type SlabPoolOptions = {
  readonly slabBytes: number;
  /** All there will ever be; they are made when first needed, and kept. */
  readonly slabsMax: number;
  /** Who may wait for slabs at once, and for how long. */
  readonly waitingMax: number;
  readonly waitMs: number;
};

/** Slabs set aside for one holder. */
export interface SlabLease {
  /** One of the slabs set aside. @throws RangeError when all of them are taken. */
  take(): Buffer;
  /** Overwrites all of them and gives them back. May be repeated. */
  release(): void;
}

type Waiter = { readonly count: number; readonly begin: () => void };

/**
 * A fixed piece of memory for large things on their way through, in equal slabs. Whoever comes sets
 * aside all it may need before it begins, first come, first served; so nobody waits half-way.
 */
export class SlabPool {
  private readonly idle: Buffer[] = [];
  private readonly waiting: Waiter[] = [];
  private free: number;

  constructor(private readonly options: SlabPoolOptions) {
    this.free = options.slabsMax;
  }

  /** @throws {Refused} 503 when too many wait, or it took too long. */
  async reserve(count: number): Promise<SlabLease> {
    if (count > this.options.slabsMax) throw new RangeError(`There are not ${count} slabs`);
    if (this.waiting.length === 0 && count <= this.free) this.free -= count;
    else await this.turn(count);
    return this.leaseOf(count);
  }

  private turn(count: number): Promise<void> {
    const { waitingMax, waitMs } = this.options;
    if (this.waiting.length >= waitingMax) return Promise.reject(busy());
    return new Promise((begin, refuse) => {
      const waiter: Waiter = {
        count,
        begin: () => {
          clearTimeout(timer);
          begin();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        this.admit();
        refuse(busy());
      }, waitMs);
      this.waiting.push(waiter);
    });
  }

  private leaseOf(count: number): SlabLease {
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
        this.free += count;
        this.admit();
      },
    };
  }

  /** What the first ones get is set aside at once, before they go on. */
  private admit(): void {
    for (let [first] = this.waiting; first && first.count <= this.free; [first] = this.waiting) {
      this.waiting.shift();
      this.free -= first.count;
      first.begin();
    }
  }
}

const busy = () =>
  unavailable(
    'uploads_busy',
    'Too many uploads at once; nothing was accepted',
    RETRY_AFTER_UPLOAD_S,
  );
