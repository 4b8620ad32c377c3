import type { Logger } from '../core/logger.js';
import { READ_STORE_WARN_AGAIN_MS } from '../core/timing.js';
import { reasonOf } from './projected.js';

/** Tells the same trouble once in a while only. */
export class Warnings {
  private readonly toldMs = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  tell(error: unknown, message: string): void {
    const reason = reasonOf(error);
    const nowMs = performance.now();
    const before = this.toldMs.get(message + reason) ?? -Infinity;
    if (nowMs < before + READ_STORE_WARN_AGAIN_MS) return;
    this.toldMs.set(message + reason, nowMs);
    this.logger.warn({ reason }, message);
  }
}
