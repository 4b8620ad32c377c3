import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

const WARM_UP = 32;

/** Random numbers that repeat with the seed. */
export class Random {
  private readonly generator: RandomGenerator;

  constructor(readonly seed: number) {
    this.generator = xoroshiro128plus(seed);
    // The first draws of small seeds resemble each other.
    for (let n = 0; n < WARM_UP; n++) this.generator.next();
  }

  /** Returns an integer between both ends, inclusive. */
  between(least: number, most: number): number {
    return uniformInt(this.generator, least, most);
  }

  /** Returns true with this probability in percent. */
  percent(often: number): boolean {
    return this.between(1, 100) <= often;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** Returns an independent source. Its draws do not change later draws of this source. */
  fork(): Random {
    return new Random(this.between(0, 0x7fffffff));
  }
}
