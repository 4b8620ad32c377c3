import type { Logger } from '#kernel/logger.js';
import { EventLogDenied } from '#kernel/event-store/event-log.js';
import { reasonOf } from './project-events.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Interval after which the same warning is logged again. */
const READ_STORE_WARN_AGAIN_MS = MINUTE_MS;

/**
 * Logs a repeated warning only once per interval. Rethrows an error that cannot pass, which ends
 * the process.
 */
export class Warnings implements Pick<Logger, 'warn'> {
  private readonly loggedMs = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** @throws {EventLogDenied} */
  warn({ err }: { readonly err?: unknown }, message: string): void {
    if (err instanceof EventLogDenied) throw err;
    const reason = reasonOf(err);
    const nowMs = performance.now();
    const before = this.loggedMs.get(message + reason) ?? -Infinity;
    if (nowMs < before + READ_STORE_WARN_AGAIN_MS) return;
    this.loggedMs.set(message + reason, nowMs);
    this.logger.warn({ reason }, message);
  }
}
