import type { Gauge } from 'prom-client';
import { withTimeout } from '../core/with-timeout.js';
import type { Logger } from '../core/logger.js';
import { FIGURES_FRESH_MS, FIGURES_WITHIN_MS } from '../core/timing.js';
import { readingFailed } from './metrics.js';

export type Sample = {
  readonly gauge: Gauge;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Figures of the whole system, read where they are kept when somebody asks for them. */
export type Reading = {
  readonly name: string;
  /** What its samples are of; without a fresh sample a gauge says nothing. */
  readonly gauges: readonly Gauge[];
  readonly read: (now: Date) => Promise<readonly Sample[]>;
};

/** Brings gauges up to date, each reading apart: one that fails or hangs hides no other. */
export class Readings {
  private readMs = -Infinity;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly readings: readonly Reading[],
    private readonly logger: Logger,
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {}

  async refresh(now: Date): Promise<void> {
    if (this.elapsedMs() - this.readMs >= FIGURES_FRESH_MS) {
      this.readMs = this.elapsedMs();
      this.reading = Promise.all(this.readings.map((reading) => this.take(reading, now)));
    }
    await this.reading;
  }

  private async take({ name, gauges, read }: Reading, now: Date): Promise<void> {
    try {
      const samples = await withTimeout(FIGURES_WITHIN_MS, name, read(now));
      gauges.forEach(empty);
      for (const { gauge, labels, value } of samples) gauge.set(labels, value);
      readingFailed.set({ reading: name }, 0);
    } catch (error) {
      gauges.forEach(empty);
      readingFailed.set({ reading: name }, 1);
      this.logger.warn({ reading: name, err: error }, 'figures not read');
    }
  }
}

/** A gauge without labels would else be reset to 0, which is a figure too. */
const empty = (gauge: Gauge): void => {
  gauge.reset();
  gauge.remove({});
};
