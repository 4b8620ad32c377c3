import type { Gauge } from 'prom-client';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { Logger } from '#kernel/logger.js';
import { readingFailed } from '#kernel/metrics.js';

/** A figure that is not read by then is left out. */
const FIGURES_WITHIN_MS = 3_000;
/** Metrics are collected at most this often. */
const FIGURES_FRESH_MS = 2_000;

export type Sample = {
  readonly gauge: Gauge;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Figures of the whole system, read where they are kept when somebody asks for them. */
export type GaugeSource = {
  readonly name: string;
  /** Gauges of the source; without a fresh sample a gauge has no value. */
  readonly gauges: readonly Gauge[];
  readonly read: (now: Date) => Promise<readonly Sample[]>;
};

/** Brings gauges up to date, each reading apart: one that fails or hangs hides no other. */
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
      this.logger.warn({ reading: name, err: error }, 'figures not read');
    }
  }
}

/** A gauge without labels would else be reset to 0, which is a figure too. */
const empty = (gauge: Gauge): void => {
  gauge.reset();
  gauge.remove({});
};
