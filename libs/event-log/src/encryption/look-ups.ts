import { type KeyObject, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { asId } from '#kernel/ids.js';
import type { LookUpNames, Names } from '#kernel/event-store/look-up-names.js';
import type { PersonKeys } from './person-keys.js';

/**
 * How processes of versions before, which look values up by hashes that anybody can compute, are dealt
 * with: there `never` were any, there are none any more since `before`, or some may run `beside` this.
 */
type Plain = 'never' | 'before' | 'beside';
type Known = { readonly plain: Plain; readonly key: KeyObject };

const NAME = 'look-up';
const KEY_BYTES = 32;
const DIGITS = 40;

/**
 * Values that somebody is known by (an e-mail, an address) are found in the log by an HMAC of them, under
 * one random key of this event store, which is kept like the keys of people: whoever has the log alone
 * cannot guess them.
 */
export class LookUps implements LookUpNames {
  private known: Promise<Known> | null = null;

  /** `isNew`: asked once, when there is no key: whether nothing was ever appended. */
  constructor(
    private readonly keys: Pick<PersonKeys, 'secret' | 'replaceSecret'>,
    private readonly isNew: () => Promise<boolean>,
  ) {}

  async ofClaim(plain: string): Promise<Names> {
    const known = await this.open();
    const kind = plain.slice(0, plain.indexOf('-') + 1);
    const hashed = hmac(known.key, plain).toString('hex').slice(0, DIGITS);
    return namesOf(known.plain, plain, `${kind}${hashed}`);
  }

  async ofId(plain: string): Promise<Names> {
    const known = await this.open();
    return namesOf(known.plain, plain, asId(hmac(known.key, plain).toString('hex')));
  }

  /** Returns the key, which the first process creates. The next caller retries after a failure. */
  async open(): Promise<Known> {
    this.known ??= this.find();
    try {
      return await this.known;
    } catch (error) {
      this.known = null;
      throw error;
    }
  }

  /**
   * No process of a version before runs, nor will: their hashes are not written any more. Processes that
   * do not know yet go on writing both, and meet those that do at the HMAC.
   */
  async endPlain(): Promise<boolean> {
    const { plain, key } = await this.open();
    if (plain !== 'beside') return false;
    const done = await this.keys.replaceSecret(NAME, () => textOf({ plain: 'before', key }));
    this.known = null;
    return done;
  }

  private async find(): Promise<Known> {
    const make = async () => {
      const plain = (await this.isNew()) ? 'never' : 'beside';
      return textOf({ plain, key: createSecretKey(randomBytes(KEY_BYTES)) });
    };
    return knownIn(await this.keys.secret(NAME, make));
  }
}

const namesOf = (past: Plain, plain: string, hashed: string): Names => {
  if (past === 'beside') return { claimed: [plain, hashed], asked: [], hashed };
  return { claimed: [hashed], asked: past === 'before' ? [plain] : [], hashed };
};

const hmac = (key: KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const textOf = ({ plain, key }: Known): string => `${plain}:${key.export().toString('base64')}`;

const knownIn = (text: string): Known => {
  const at = text.indexOf(':');
  const key = createSecretKey(text.slice(at + 1), 'base64');
  return { plain: text.slice(0, at) as Plain, key };
};
