import type { Cents } from '#kernel/money.js';
import { firmAccountAge, firmAccountDollars } from '#kernel/metrics.js';
import type { GaugeSource } from '#observability/gauge-collectors.js';
import { sample } from '#observability/system-gauges.js';
import type { RedisClient } from '#redis/script.js';
import { readFirmAccount } from './firm-account-watch.js';

/** Gauges of the latest balance of the pre-funded account that a worker read. */
export const firmAccountReading = (redis: RedisClient): GaugeSource => ({
  name: 'firm-account',
  gauges: [firmAccountDollars, firmAccountAge],
  read: async (now) => {
    const account = await readFirmAccount(redis);
    if (account === null) return [];
    const dollars = (label: string, amount: Cents) =>
      sample(firmAccountDollars, Number(amount) / 100, { what: label });
    return [
      dollars('transferable', account.transferableCents),
      dollars('in_flight', account.inFlightCents),
      dollars('threshold', account.thresholdCents),
      sample(firmAccountAge, (now.getTime() - Date.parse(account.at)) / 1_000),
    ];
  },
});
