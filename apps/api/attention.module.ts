import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Attention } from '#platform/attention/attention.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { QueuedJob, Queues } from '#platform/jobs/queues.js';
import { CONFIG, LOGGER } from '#platform/platform.module.js';
import { attentionOf } from '../attention.js';

/** Opened by the first retry: most processes never see one, and save its packages' memory. */
class LazyQueues implements OnApplicationShutdown {
  private opened: Promise<Queues> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(jobs: readonly QueuedJob[]): Promise<void> {
    this.opened ??= import('#platform/jobs/queues.js').then(
      ({ Queues }) => new Queues(this.config.redisUrl, this.logger),
    );
    await (await this.opened).add(jobs);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.opened)?.close();
  }
}

const attention = { provide: Attention, inject: [ModuleRef, LazyQueues], useFactory: attentionOf };

@Global()
@Module({ providers: [LazyQueues, attention], exports: [Attention] })
export class AttentionModule {}
