import type { Cents } from '#platform/core/money.js';
import { firmAccountAge, firmAccountDollars } from '#platform/signals/metrics.js';
import type { Reading } from '#platform/signals/readings.js';
import { sample } from '#platform/signals/system-readings.js';
import type { RedisClient } from '#platform/redis/script.js';
import { readFirmAccount } from './firm-account-watch.js';

/** The latest look of a worker at the pre-funded account, for Prometheus. */
export const firmAccountReading = (redis: RedisClient): Reading => ({
  name: 'firm-account',
  gauges: [firmAccountDollars, firmAccountAge],
  read: async (now) => {
    const account = await readFirmAccount(redis);
    if (account === null) return [];
    const dollars = (what: string, amount: Cents) =>
      sample(firmAccountDollars, Number(amount) / 100, { what });
    return [
      dollars('transferable', account.transferableCents),
      dollars('in_flight', account.inFlightCents),
      dollars('threshold', account.thresholdCents),
      sample(firmAccountAge, (now.getTime() - Date.parse(account.at)) / 1_000),
    ];
  },
});
