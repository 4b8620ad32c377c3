import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { Turns } from './turns.js';

/** Memory in KiB. What OWASP's password storage sheet names as the least for argon2id. */
const COST = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each job holds a core, its memory, and one of the four threads that files and DNS need too. */
const AT_ONCE = 2;
const WAITING_MAX = 200;

/** Hashes passwords off the event loop, a few at once, however many ask. */
export class Passwords {
  private readonly turns = new Turns(AT_ONCE, WAITING_MAX);
  private nobodys: Promise<string> | null = null;

  /** @throws {Refused} 503 when too many wait already. */
  hash(password: string): Promise<string> {
    return this.turns.run(() => argon2.hash(password, COST));
  }

  /**
   * False for a null hash, and as slow: whether there was one to compare with is not to be timed.
   * `first` runs when the turn has come; what it throws is thrown, and nothing is compared.
   * @throws {Refused} 503 when too many wait already.
   */
  async matches(
    password: string,
    hash: string | null,
    first: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    this.nobodys ??= argon2.hash(randomBytes(32), COST);
    const compared = hash ?? (await this.nobodys);
    const same = await this.turns.run(async () => {
      await first();
      return argon2.verify(compared, password);
    });
    return same && hash !== null;
  }
}
