import type { Gauge } from 'prom-client';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { Logger } from '#kernel/logger.js';
import { readingFailed } from '#kernel/metrics.js';

/** Time limit for reading a gauge source. A slower source is left out. */
const FIGURES_WITHIN_MS = 3_000;
/** Shortest interval between two collections of gauges. */
const FIGURES_FRESH_MS = 2_000;

export type Sample = {
  readonly gauge: Gauge;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Gauges of the whole system, read from the stores when Prometheus asks for metrics. */
export type GaugeSource = {
  readonly name: string;
  /** Gauges of the source; without a fresh sample a gauge has no value. */
  readonly gauges: readonly Gauge[];
  readonly read: (now: Date) => Promise<readonly Sample[]>;
};

/** Updates gauges. A source that fails or hangs does not affect other sources. */
export class GaugeCollectors {
  private readMs = -Infinity;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly readings: readonly GaugeSource[],
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

  private async take({ name, gauges, read }: GaugeSource, now: Date): Promise<void> {
    try {
      const samples = await withTimeout(FIGURES_WITHIN_MS, name, read(now));
      gauges.forEach(empty);
      for (const { gauge, labels, value } of samples) gauge.set(labels, value);
      readingFailed.set({ reading: name }, 0);
    } catch (error) {
      gauges.forEach(empty);
      readingFailed.set({ reading: name }, 1);
      this.logger.warn({ reading: name, err: error }, 'failed to read gauges');
    }
  }
}

/**
 * Removes all values. `reset` alone would set a gauge without labels to 0, which is a value too.
 */
const empty = (gauge: Gauge): void => {
  gauge.reset();
  gauge.remove({});
};
