import type { Config } from '../config/config.js';
import { RATE_WINDOW_S } from '../core/timing.js';
import { type LookUpNames, PLAIN_NAMES } from '../event-store/look-up-names.js';
import { RateLimit } from './rate-limit.js';
import type { RedisClient } from '../redis/script.js';

/** How much everybody may ask, beside the limits on guesses at secrets (`attempts/`). */
export class Rates {
  /** By partner id. */
  readonly partners: RateLimit;
  /** By client address, for what needs no token. */
  readonly addresses: RateLimit;

  constructor(
    { partnerRatePerS, addressRatePerS }: Pick<Config, 'partnerRatePerS' | 'addressRatePerS'>,
    redis: RedisClient | null,
    /** Another one only in tests, so that it does not end while they count. */
    windowS = RATE_WINDOW_S,
    lookUps: LookUpNames = PLAIN_NAMES,
  ) {
    this.partners = new RateLimit({ name: 'partner', max: partnerRatePerS, windowS }, redis);
    const quota = { name: 'address', max: addressRatePerS, windowS };
    const hashed = async (address: string) => (await lookUps.ofClaim(address)).hashed;
    this.addresses = new RateLimit(quota, redis, undefined, hashed);
  }
}
