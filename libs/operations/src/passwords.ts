import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { Thread } from './thread.js';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** Minimum for argon2id in OWASP's password storage cheat sheet. Memory in KiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** Minimum that argon2 accepts. Tests use it because they do not measure the cost of a guess. */
const CHEAP: Cost = { memory: 8, passes: 1, parallelism: 1 };
/** Bytes of a generated password. */
const PASSWORD_BYTES = 18;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The PHC string format; other libraries write the three costs in another order. */
const PHC = /^\$argon2id\$v=19\$([a-z]=\d+(?:,[a-z]=\d+)*)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Program of a hash thread, as text because a bundle has no separate file for it. The thread lowers
 * its priority below the threads that serve requests. Only Linux can set the priority of one
 * thread; other systems would change the whole process.
 */
const HASH_PROGRAM = `
const { argon2Sync } = require('node:crypto');
const { getPriority, setPriority } = require('node:os');
const { parentPort } = require('node:worker_threads');
if (process.platform === 'linux') setPriority(Math.min(getPriority() + 5, 19));
parentPort.on('message', (options) => parentPort.postMessage(argon2Sync('argon2id', options)));`;

/**
 * Hashes do not use the four threads of Node's pool, because file access and DNS lookups would wait
 * behind them.
 */
type HashThread = Thread<Argon2Parameters, Uint8Array>;
const hashThread = (): HashThread =>
  new Thread(() => new Worker(HASH_PROGRAM, { eval: true, execArgv: [] }));

/** Number of threads. Each one uses a CPU core and the memory of a hash. */
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
const NEW_PASSWORDS: Claimant = { pool: 'partner', key: 'new passwords' };

/** Returns a random password, which is shown once. */
export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/** Hashes passwords in separate threads, at most `THREADS` at once. */
export class Passwords {
  private readonly cost: Cost;
  private readonly idle = Array.from({ length: THREADS }, hashThread);
  private readonly threads = new FairQueue({
    ...{ atOnce: THREADS, waitingMax: THREADS * 2, waitingPerKey: THREADS },
  });
  /** Staff cannot use the last thread, because anyone can call their sign-in. */
  private readonly pools = {
    staff: new FairQueue({ ...WAITING.staff, atOnce: THREADS - 1 }),
    partner: new FairQueue({ ...WAITING.partner, atOnce: THREADS }),
  };
  private dummyHash: Promise<string> | null = null;

  constructor({ cheapPasswords = false }: { readonly cheapPasswords?: boolean } = {}) {
    this.cost = cheapPasswords ? CHEAP : COST;
  }

  /** Returns the hash in PHC form. @throws {Refused} 429 or 503 when too many callers wait. */
  hash(password: string): Promise<string> {
    return this.inTurn(NEW_PASSWORDS, (thread) => hashOf(thread, this.cost, password));
  }

  /**
   * Returns false for a null hash after the same time, so that timing does not show whether a
   * password exists. `first` runs when a thread is free; if it throws, nothing is compared and the
   * error is thrown.
   * @throws {Refused} 429 when too many calls of this key wait, 503 when too many calls of the pool
   * wait.
   */
  async matches(
    password: string,
    hash: string | null,
    by: Claimant,
    first: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const same = await this.inTurn(by, async (thread) => {
      await first();
      return verify(thread, password, hash ?? (await this.hashForTiming(thread)));
    });
    return same && hash !== null;
  }

  private hashForTiming(thread: HashThread): Promise<string> {
    this.dummyHash ??= hashOf(thread, this.cost, randomBytes(32)).catch((error: unknown) => {
      this.dummyHash = null;
      throw error;
    });
    return this.dummyHash;
  }

  private inTurn<Result>(
    { pool, key }: Claimant,
    work: (thread: HashThread) => Promise<Result>,
  ): Promise<Result> {
    const task = async () => {
      const thread = this.idle.pop();
      if (thread === undefined) throw new Error('no idle thread for a password hash');
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

/** Uses the cost that the hash contains, because it may differ from today's. */
const verify = async (thread: HashThread, password: string, hash: string): Promise<boolean> => {
  const [, costs, salt, tag] = PHC.exec(hash) ?? [];
  if (costs === undefined || salt === undefined || tag === undefined) {
    throw new Error('a stored password hash is not an argon2id hash');
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
