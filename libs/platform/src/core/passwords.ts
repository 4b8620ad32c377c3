import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Turns } from './turns.js';

const derive = promisify(argon2);

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** Memory in KiB. OWASP's password storage sheet names these as the least for argon2id. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The PHC string format; other libraries write the three costs in another order. */
const PHC = /^\$argon2id\$v=19\$([a-z]=\d+(?:,[a-z]=\d+)*)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Each job holds a core, its memory, and one of the four threads that files and DNS need too. */
const AT_ONCE = 2;
const WAITING_MAX = 200;

/** Hashes passwords off the event loop, a few at once, however many ask. */
export class Passwords {
  private readonly turns = new Turns(AT_ONCE, WAITING_MAX);
  private nobodys: Promise<string> | null = null;

  /** @throws {Refused} 503 when too many wait already. */
  hash(password: string): Promise<string> {
    return this.turns.run(() => hashOf(password));
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
    this.nobodys ??= hashOf(randomBytes(32));
    const compared = hash ?? (await this.nobodys);
    const same = await this.turns.run(async () => {
      await first();
      return verify(password, compared);
    });
    return same && hash !== null;
  }
}

const hashOf = async (password: string | Buffer): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES);
  const { memory, passes, parallelism } = COST;
  const tag = await derive('argon2id', {
    ...COST,
    message: password,
    nonce,
    tagLength: TAG_BYTES,
  });
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(tag)}`;
};

/** With the cost that the hash names, which may be another than today's. */
const verify = async (password: string, hash: string): Promise<boolean> => {
  const [, costs, salt, tag] = PHC.exec(hash) ?? [];
  if (costs === undefined || salt === undefined || tag === undefined) {
    throw new Error('A stored password hash is not in the form of argon2id');
  }
  const cost = new URLSearchParams(costs.replaceAll(',', '&'));
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(cost.get('m')),
    passes: Number(cost.get('t')),
    parallelism: Number(cost.get('p')),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
};

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
