import { Controller, Get, Inject } from '@nestjs/common';
import { Redis } from 'ioredis';
import { unavailable } from '#platform/core/refused.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { Public } from '#platform/http/caller.js';
import { EVENT_LOG } from '#platform/platform.module.js';

/** Live: the process answers. Ready: it can also reach what it needs. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly redis: Redis,
  ) {}

  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready() {
    await this.reach('event_store', () => this.log.head());
    await this.reach('redis', () => this.redis.ping());
    return { status: 'ok' };
  }

  private async reach(what: string, attempt: () => Promise<unknown>): Promise<void> {
    try {
      await attempt();
    } catch {
      throw unavailable(`${what}_unavailable`, `The service cannot reach its ${what}`);
    }
  }
}
