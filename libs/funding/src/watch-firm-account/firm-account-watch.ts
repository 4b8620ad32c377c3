import type { Broker } from '#broker/broker.js';
import type { Logger } from '#kernel/logger.js';
import { type Cents, centsToDecimal } from '#kernel/money.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import type { Queues } from '#jobs/queues.js';
import type { RedisClient } from '#redis/script.js';
import { sendWaiting } from '../jobs.js';
import type { FundingQueue } from '../waiting-deposits/funding-queue.js';
import {
  type FirmAccount,
  firmAccountOf,
  firmAccountText,
  parseFirmAccount,
} from './firm-account.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Poll interval of the balance while deposits wait for it. */
const FIRM_BALANCE_POLL_MS = 5_000;
/** Poll interval of the balance while the funding queues are empty. */
const FIRM_BALANCE_IDLE_POLL_MS = 30_000;
/** A low or short balance is logged again after this time. */
const FIRM_BALANCE_REMIND_MS = 10 * MINUTE_MS;

const KEY = 'firm-account';

type Parts = {
  readonly broker: Broker;
  readonly redis: RedisClient;
  readonly queues: Queues;
  readonly queue: FundingQueue;
  readonly logger: Logger;
  readonly thresholdCents: Cents;
};

/** Returns the latest known state of the pre-funded account, or null before the first poll. */
export const readFirmAccount = async (redis: RedisClient): Promise<FirmAccount | null> => {
  const text = await redis.get(KEY);
  return text === null ? null : parseFirmAccount(text);
};

/**
 * Polls the balance, alerts when it is low, and enqueues a job for each queue whose first deposit
 * the balance covers. One call to the broker serves all queues. Two watches can run at the same
 * time, because their jobs have the same ids.
 */
export class FirmAccountWatch implements Recurring {
  readonly everyMs = FIRM_BALANCE_POLL_MS;
  readonly failed = 'failed to read the balance of the firm account';
  private polledAtMs = 0;
  private alerted: { state: FirmAccount['state']; atMs: number } = { state: 'covered', atMs: 0 };

  constructor(private readonly parts: Parts) {}

  async work(): Promise<void> {
    const now = new Date();
    const { queue } = this.parts;
    const [heads, inFlightCents] = await Promise.all([queue.heads(), queue.inFlight()]);
    if (heads.size === 0 && now.getTime() - this.polledAtMs < FIRM_BALANCE_IDLE_POLL_MS) return;
    const tick = Math.floor(now.getTime() / FIRM_BALANCE_POLL_MS);
    const correlationId = `firm-account-${tick}`;
    const { transferable } = await this.parts.broker.getFirmBalance(correlationId);
    this.polledAtMs = now.getTime();
    const ready = [...heads].filter(([, netCents]) => netCents <= transferable);
    await this.parts.queues.add(
      ready.map(([id]) => ({
        job: sendWaiting,
        jobId: `${sendWaiting.name}-${id}-${tick}`,
        data: { id, correlationId, causationId: correlationId },
        byClock: true,
      })),
    );
    await this.report(
      firmAccountOf(transferable, inFlightCents, this.parts.thresholdCents, now),
      heads.size,
    );
  }

  private async report(account: FirmAccount, partnersWaiting: number): Promise<void> {
    await this.parts.redis.set(KEY, firmAccountText(account));
    const { state, transferableCents, inFlightCents, thresholdCents } = account;
    const nowMs = Date.parse(account.at);
    if (state === this.alerted.state && nowMs - this.alerted.atMs < FIRM_BALANCE_REMIND_MS) return;
    const isCoveredAgain = state === 'covered' && this.alerted.state !== 'covered';
    this.alerted = { state, atMs: nowMs };
    const details = {
      alert: 'firm-account',
      state,
      transferable: centsToDecimal(transferableCents),
      inFlight: centsToDecimal(inFlightCents),
      threshold: centsToDecimal(thresholdCents),
      partnersWaiting,
    };
    if (isCoveredAgain) this.parts.logger.info(details, 'the pre-funded account is covered again');
    if (state === 'low') this.parts.logger.warn(details, 'the pre-funded account is low');
    if (state === 'short') this.parts.logger.error(details, 'the pre-funded account is short');
  }
}
