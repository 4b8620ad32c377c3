import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { App, Service } from '../../support/service.js';
import { type Violation, different } from '../violation.js';
import { type Life, type Sample, growthOf, linesOf } from './growth.js';

const EVERY_MS = 10_000;
const WATCHED: readonly App[] = ['supervisor', 'redis', 'sandbox', 'api', 'worker', 'projector'];
const GROWTH_MAX = 0.1;
const OURS: readonly App[] = ['supervisor', 'api', 'worker', 'projector'];

export type Judged = {
  readonly lines: readonly string[];
  readonly lives: readonly Life[];
  readonly redisMb: number;
  readonly walMb: number;
  readonly walMaxMb: number;
  readonly violations: readonly Violation[];
};

/** Samples memory and open handles of every process every ten seconds. */
export class Sampler {
  private readonly lives = new Map<string, { app: App; pid: number; samples: Sample[] }>();
  private readonly timer: NodeJS.Timeout;
  private walMaxBytes = 0;

  constructor(private readonly service: Service) {
    this.timer = setInterval(() => this.sample(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async judge(): Promise<Judged> {
    this.stop();
    const lives = [...this.lives.values()].map((life) => ({ ...life, ...growthOf(life.samples) }));
    const [redisMb, walMb] = [await this.redisMb(), this.walBytes() / 1e6];
    const walMaxMb = this.walMaxBytes / 1e6;
    const stores = `Redis ${redisMb.toFixed(0)} MB; WAL ${walMb.toFixed(1)} MB, at most ${walMaxMb.toFixed(1)} MB`;
    return {
      lines: [...linesOf(lives), stores],
      lives,
      redisMb,
      walMb,
      walMaxMb,
      violations: lives
        .filter(({ app, growth }) => OURS.includes(app) && (growth ?? 0) > GROWTH_MAX)
        .map(({ app, growth }) =>
          different(`${app} grew by ${((growth ?? 0) * 100).toFixed(1)} %`),
        ),
    };
  }

  private sample(): void {
    this.walMaxBytes = Math.max(this.walMaxBytes, this.walBytes());
    for (const app of WATCHED) {
      try {
        const pid = this.service.pid(app);
        const sample = sampleOf(pid);
        const key = `${app} ${pid}`;
        const life = this.lives.get(key) ?? { app, pid, samples: [] };
        life.samples.push(sample);
        this.lives.set(key, life);
      } catch {
        // The process is restarting.
      }
    }
  }

  private walBytes(): number {
    try {
      return statSync(join(this.service.dataDir, 'events.db-wal')).size;
    } catch {
      return 0;
    }
  }

  private async redisMb(): Promise<number> {
    const redis = new Redis(this.service.redisPort, '127.0.0.1');
    try {
      return Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]) / 1e6;
    } finally {
      redis.disconnect();
    }
  }
}

const sampleOf = (pid: number): Sample => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { atMs: Date.now(), rssMb: kb / 1_024, handles: readdirSync(`/proc/${pid}/fd`).length };
};
