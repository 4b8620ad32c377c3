import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { Thread } from './thread.js';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** Memory in KiB. OWASP's password storage sheet names these as the least for argon2id. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** The least that argon2 takes, for tests: what guesses cost is none of their questions. */
const CHEAP: Cost = { memory: 8, passes: 1, parallelism: 1 };
/** Bytes of a generated password. */
const PASSWORD_BYTES = 18;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The PHC string format; other libraries write the three costs in another order. */
const PHC = /^\$argon2id\$v=19\$([a-z]=\d+(?:,[a-z]=\d+)*)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Text, so that it needs no file of its own beside a bundle. Where cores are short it gives way to
 * whoever answers requests; other systems than Linux would take the whole process for the thread.
 */
const HASHES = `
const { argon2Sync } = require('node:crypto');
const { getPriority, setPriority } = require('node:os');
const { parentPort } = require('node:worker_threads');
if (process.platform === 'linux') setPriority(Math.min(getPriority() + 5, 19));
parentPort.on('message', (asked) => parentPort.postMessage(argon2Sync('argon2id', asked)));`;

/** Node's own four threads are for files and names, which must not wait behind passwords. */
type HashThread = Thread<Argon2Parameters, Uint8Array>;
const hashThread = (): HashThread =>
  new Thread(() => new Worker(HASHES, { eval: true, execArgv: [] }));

/** Each holds a core and the memory of a hash. */
const THREADS = 2;
const WAITING = {
  staff: { waitingMax: 200, waitingPerKey: 20 },
  partner: { waitingMax: 200, waitingPerKey: 100 },
};

/**
 * Caller that checks a password. Staff and partners have separate pools, and each key has a queue.
 */
export type Claimant = { readonly pool: 'staff' | 'partner'; readonly key: string };

/** A caller that sets a new password is signed in and does not wait in the public queue. */
const NEW_ONES: Claimant = { pool: 'partner', key: 'new passwords' };

/** Returns a random password, which is shown once. */
export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/** Hashes passwords in threads of their own, a few at once, however many ask. */
export class Passwords {
  private readonly cost: Cost;
  private readonly idle = Array.from({ length: THREADS }, hashThread);
  private readonly threads = new FairQueue({
    ...{ atOnce: THREADS, waitingMax: THREADS * 2, waitingPerKey: THREADS },
  });
  /** Staff never take the last thread: their entrance is open to everybody. */
  private readonly pools = {
    staff: new FairQueue({ ...WAITING.staff, atOnce: THREADS - 1 }),
    partner: new FairQueue({ ...WAITING.partner, atOnce: THREADS }),
  };
  private nobodys: Promise<string> | null = null;

  constructor({ cheapPasswords = false }: { readonly cheapPasswords?: boolean } = {}) {
    this.cost = cheapPasswords ? CHEAP : COST;
  }

  /** @throws {Refused} 429 or 503 when too many wait already. */
  hash(password: string): Promise<string> {
    return this.inTurn(NEW_ONES, (thread) => hashOf(thread, this.cost, password));
  }

  /**
   * False for a null hash, and as slow: whether there was one to compare with is not to be timed.
   * `first` runs when the turn has come; what it throws is thrown, and nothing is compared.
   * @throws {Refused} 429 when too many of this claimant wait already, 503 when too many of all do.
   */
  async matches(
    password: string,
    hash: string | null,
    by: Claimant,
    first: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const same = await this.inTurn(by, async (thread) => {
      await first();
      return verify(thread, password, hash ?? (await this.hashOfNobody(thread)));
    });
    return same && hash !== null;
  }

  private hashOfNobody(thread: HashThread): Promise<string> {
    this.nobodys ??= hashOf(thread, this.cost, randomBytes(32)).catch((error: unknown) => {
      this.nobodys = null;
      throw error;
    });
    return this.nobodys;
  }

  private inTurn<Result>(
    { pool, key }: Claimant,
    work: (thread: HashThread) => Promise<Result>,
  ): Promise<Result> {
    const task = async () => {
      const thread = this.idle.pop();
      if (thread === undefined) throw new Error('More hashes are made at once than may be');
      try {
        return await work(thread);
      } finally {
        this.idle.push(thread);
      }
    };
    return this.pools[pool].run(key, () => this.threads.run(pool, task));
  }
}

const hashOf = async (
  thread: HashThread,
  { memory, passes, parallelism }: Cost,
  password: string | Buffer,
): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await thread.ask({
    ...{ memory, passes, parallelism },
    message: password,
    nonce,
    tagLength: TAG_BYTES,
  });
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(Buffer.from(tag))}`;
};

/** With the cost that the hash names, which may be another than today's. */
const verify = async (thread: HashThread, password: string, hash: string): Promise<boolean> => {
  const [, costs, salt, tag] = PHC.exec(hash) ?? [];
  if (costs === undefined || salt === undefined || tag === undefined) {
    throw new Error('A stored password hash is not in the form of argon2id');
  }
  const cost = new URLSearchParams(costs.replaceAll(',', '&'));
  const expected = Buffer.from(tag, 'base64');
  const actual = await thread.ask({
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
