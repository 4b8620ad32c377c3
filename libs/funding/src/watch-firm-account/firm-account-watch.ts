import type { Broker } from '#platform/broker/broker.js';
import type { Logger } from '#platform/core/logger.js';
import { type Cents, centsToDecimal } from '#platform/core/money.js';
import { repeatUntilAborted } from '#platform/core/repeat.js';
import {
  FIRM_BALANCE_IDLE_POLL_MS,
  FIRM_BALANCE_POLL_MS,
  FIRM_BALANCE_REMIND_MS,
} from '#platform/core/timing.js';
import type { Queues } from '#platform/jobs/queues.js';
import type { RedisClient } from '#platform/redis/script.js';
import { sendWaiting } from '../send-waiting/send-waiting.job.js';
import type { WaitingLine } from '../waiting-deposits/waiting-line.js';
import {
  type FirmAccount,
  firmAccountOf,
  firmAccountText,
  parseFirmAccount,
} from './firm-account.js';

const KEY = 'firm-account';

type Parts = {
  readonly broker: Broker;
  readonly redis: RedisClient;
  readonly queues: Queues;
  readonly line: WaitingLine;
  readonly logger: Logger;
  readonly thresholdCents: Cents;
};

/** The latest look at the pre-funded account; null before the first one. */
export const readFirmAccount = async (redis: RedisClient): Promise<FirmAccount | null> => {
  const text = await redis.get(KEY);
  return text === null ? null : parseFirmAccount(text);
};

/**
 * Reads the balance, alerts when it gets low, and nudges those lines whose first deposit fits: one
 * question to the broker however many wait. Two that watch for a moment do no harm: their nudges are one job.
 */
export class FirmAccountWatch {
  private asked = 0;
  private alerted: { state: FirmAccount['state']; atMs: number } = { state: 'covered', atMs: 0 };

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: FIRM_BALANCE_POLL_MS, logger: this.parts.logger };
    await repeatUntilAborted({ ...repeated, failed: 'the firm account was not looked at' }, () =>
      this.look(new Date()),
    );
  }

  private async look(now: Date): Promise<void> {
    const { line } = this.parts;
    const [heads, inFlightCents] = await Promise.all([line.heads(), line.inFlight()]);
    if (heads.size === 0 && now.getTime() - this.asked < FIRM_BALANCE_IDLE_POLL_MS) return;
    const tick = Math.floor(now.getTime() / FIRM_BALANCE_POLL_MS);
    const correlationId = `firm-account-${tick}`;
    const { transferable } = await this.parts.broker.getFirmBalance(correlationId);
    this.asked = now.getTime();
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
    const back = state === 'covered' && this.alerted.state !== 'covered';
    this.alerted = { state, atMs: nowMs };
    const details = {
      alert: 'firm-account',
      state,
      transferable: centsToDecimal(transferableCents),
      inFlight: centsToDecimal(inFlightCents),
      threshold: centsToDecimal(thresholdCents),
      partnersWaiting,
    };
    if (back) this.parts.logger.info(details, 'the pre-funded account is covered again');
    if (state === 'low') this.parts.logger.warn(details, 'the pre-funded account gets low');
    if (state === 'short') this.parts.logger.error(details, 'the pre-funded account is short');
  }
}
