import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

const WARM_UP = 32;

/** Chance that repeats: the same seed draws the same things in the same order. */
export class Random {
  private readonly generator: RandomGenerator;

  constructor(readonly seed: number) {
    this.generator = xoroshiro128plus(seed);
    // The first draws of small seeds resemble each other.
    for (let n = 0; n < WARM_UP; n++) this.generator.next();
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return uniformInt(this.generator, least, most);
  }

  /** True this often of a hundred times. */
  percent(often: number): boolean {
    return this.between(1, 100) <= often;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** A source of its own, so that what is drawn here does not shift what is drawn there. */
  fork(): Random {
    return new Random(this.between(0, 0x7fffffff));
  }
}
