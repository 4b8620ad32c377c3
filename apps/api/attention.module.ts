import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { QUEUE_READER } from '#console-api/overview/overview.controller.js';
import { Attention } from '#operations/attention/attention.js';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import type { QueueMetrics, QueuedJob, Queues } from '#jobs/queues.js';
import { CONFIG, LOGGER } from '#kernel/tokens.js';
import { attentionOf } from '../attention.js';

/**
 * Opens the queues on first use by staff. Most processes never need them and save the memory of
 * their packages.
 */
class LazyQueues implements OnApplicationShutdown {
  private opened: Promise<Queues> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(jobs: readonly QueuedJob[]): Promise<void> {
    await (await this.open()).add(jobs);
  }

  async figures(now: Date): Promise<readonly QueueMetrics[]> {
    return (await this.open()).figures(now);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.opened)?.close();
  }

  private open(): Promise<Queues> {
    this.opened ??= import('#jobs/queues.js').then(
      ({ Queues }) => new Queues(this.config.redisUrl, this.logger),
    );
    return this.opened;
  }
}

const attention = { provide: Attention, inject: [ModuleRef, LazyQueues], useFactory: attentionOf };

const queueReader = { provide: QUEUE_READER, useExisting: LazyQueues };

/** Services of the staff API that span all features. */
@Global()
@Module({
  providers: [LazyQueues, attention, queueReader],
  exports: [Attention, QUEUE_READER],
})
export class AttentionModule {}
