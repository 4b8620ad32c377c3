import { type KeyObject, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { asId } from '#kernel/ids.js';
import type { LookUpNames } from '#kernel/event-store/look-up-names.js';
import type { PersonKeys } from './person-keys.js';

const NAME = 'look-up';
const KEY_BYTES = 32;
const DIGITS = 40;
/** Start of the stored key. Logs from before version 0.2.0 have another prefix. */
const PREFIX = 'never:';

/**
 * Names values that identify a person (an email, an address) by their HMAC, so that the log alone
 * does not reveal them. The key is random, belongs to one event store, and is stored like the keys of
 * people.
 */
export class LookUps implements LookUpNames {
  private known: Promise<KeyObject> | null = null;

  constructor(private readonly keys: Pick<PersonKeys, 'secret'>) {}

  async ofClaim(plain: string): Promise<string> {
    const kind = plain.slice(0, plain.indexOf('-') + 1);
    return `${kind}${(await this.hmac(plain)).slice(0, DIGITS)}`;
  }

  async ofId(plain: string): Promise<string> {
    return asId(await this.hmac(plain));
  }

  /** Returns the key. The first process creates it. After a failure the next call tries again. */
  async open(): Promise<KeyObject> {
    this.known ??= this.find();
    try {
      return await this.known;
    } catch (error) {
      this.known = null;
      throw error;
    }
  }

  private async hmac(text: string): Promise<string> {
    return createHmac('sha256', await this.open())
      .update(text)
      .digest('hex');
  }

  private async find(): Promise<KeyObject> {
    const make = async () => PREFIX + randomBytes(KEY_BYTES).toString('base64');
    const text = await this.keys.secret(NAME, make);
    if (!text.startsWith(PREFIX))
      throw new Error('the event log was begun by a version before 0.2.0, which is not supported');
    return createSecretKey(text.slice(PREFIX.length), 'base64');
  }
}
