import type { Config } from '#config/config.js';
import { type LookUpNames, PLAIN_NAMES } from '#kernel/event-store/look-up-names.js';
import { RateLimit } from '#redis/rate-limit.js';
import type { RedisClient } from '#redis/script.js';

/** Window in which requests are counted. */
const RATE_WINDOW_S = 1;

/** Limits of the request rate. `attempts/` limits guesses at secrets. */
export class Rates {
  /** By partner id. */
  readonly partners: RateLimit;
  /** By client address, for public routes. */
  readonly addresses: RateLimit;

  constructor(
    { partnerRatePerS, addressRatePerS }: Pick<Config, 'partnerRatePerS' | 'addressRatePerS'>,
    redis: RedisClient | null,
    /** Tests set a longer window, so that it does not end while they count. */
    windowS = RATE_WINDOW_S,
    lookUps: LookUpNames = PLAIN_NAMES,
  ) {
    this.partners = new RateLimit({ name: 'partner', max: partnerRatePerS, windowS }, redis);
    const quota = { name: 'address', max: addressRatePerS, windowS };
    this.addresses = new RateLimit(quota, redis, undefined, lookUps.ofClaim.bind(lookUps));
  }
}
