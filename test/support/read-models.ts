import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import type { Audit } from '#platform/read-models/audit.js';
import { ProjectionControl } from '#platform/read-models/control.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { ProjectionRunner } from '#platform/read-models/projection-runner.js';
import { type Change, type Projection, register } from '#platform/read-models/projection.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import { startRedis, type TestRedis } from './redis.js';

/** An event that carries its changes, so that a test says what happens where it happens. */
type Changed = { readonly changes: readonly Change[] };

export const BOOKS = 'books';

/** What its events say. */
export const books = (version: number): Projection<Changed> => ({
  name: BOOKS,
  version,
  project: ({ changes }) => [
    ...changes,
    ...changes.flatMap((change): Change[] =>
      change.op === 'add'
        ? [{ op: 'set', doc: change.doc, fields: { version: `${version}` } }]
        : [],
    ),
  ],
});

export const parse = (type: string, data: unknown): Changed => {
  if (type === 'Poison') throw new Error('Unknown type Poison');
  const revive = (key: string, value: unknown) =>
    key === 'by' || key === 'score' ? BigInt(String(value)) : value;
  return JSON.parse(String(data), revive) as Changed;
};

const toData = (changes: readonly Change[]) =>
  JSON.stringify({ changes }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );

const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Running = {
  readonly version: number;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly audit: Audit;
  readonly redis: Redis;
};

const noAudit: Audit = () => Promise.resolve([]);

/** A log, a Redis of its own, and as many runners as a test starts. */
export class Stage {
  readonly log = new InMemoryEventLog();
  readonly models: ReadModels;
  readonly control: ProjectionControl;
  private readonly revisions = new Map<string, bigint>();
  private readonly runners = new Set<ProjectionRunner>();
  private readonly clients: Redis[] = [];

  private constructor(
    private readonly server: TestRedis,
    readonly redis: Redis,
  ) {
    this.models = new ReadModels(redis);
    this.control = new ProjectionControl(redis, BOOKS);
  }

  static async open(): Promise<Stage> {
    const server = await startRedis({ alone: true });
    return new Stage(server, connect(server.url));
  }

  async close(): Promise<void> {
    await this.stopAll();
    for (const client of [this.redis, ...this.clients]) client.disconnect();
    await this.server.stop();
  }

  /** A connection that ends with the stage. */
  connect(): Redis {
    const redis = connect(this.server.url);
    this.clients.push(redis);
    return redis;
  }

  run(options: Partial<Running> = {}): ProjectionRunner {
    const { version = 1, log = this.log, logger = quiet, audit = noAudit } = options;
    const { redis = this.connect() } = options;
    const projection = register(books(version), { test: parse }, audit);
    const runner = new ProjectionRunner({ redis, log, logger, projection, opensPartner });
    this.runners.add(runner);
    runner.start();
    return runner;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.runners].map((runner) => runner.stop()));
    this.runners.clear();
  }

  async openPartner(): Promise<string> {
    const partnerId = randomUUID();
    await this.append(partnerId, `partner-${partnerId}`, 'PartnerCreated', '');
    return partnerId;
  }

  /** One event with these changes. */
  change(partnerId: string, ...changes: Change[]): Promise<bigint> {
    return this.append(partnerId, `test-${partnerId}`, 'Changed', toData(changes));
  }

  /** Two totals that only ever grow together: 7 cents a deposit. */
  deposit(partnerId: string): Promise<bigint> {
    return this.change(
      partnerId,
      { op: 'add', doc: 'totals', field: 'count', by: 1n },
      { op: 'add', doc: 'totals', field: 'cents', by: 7n },
    );
  }

  async append(partnerId: string, stream: string, type: string, data: string): Promise<bigint> {
    const expected = this.revisions.get(stream) ?? 'no_stream';
    const metadata = { partnerId, correlationId: '', causationId: '', actor: 'test', at: '' };
    const event = { id: randomUUID(), type, data, metadata };
    const { revision, position } = await this.log.append(stream, expected, [event]);
    this.revisions.set(stream, revision);
    return position;
  }

  /** The number of deposits that readers see; null when they are told to come back. */
  async count(partnerId: string): Promise<number | null> {
    const read = await this.models.document(partnerId, BOOKS, 'totals');
    if (read.status === 'not_ready') return null;
    const { count = '0', cents = '0' } = read.value ?? {};
    if (Number(cents) !== 7 * Number(count)) throw new Error(`Half: ${count} for ${cents} cents`);
    return Number(count);
  }

  /** Asks for a rebuild, and waits until readers use it. */
  async rebuild(): Promise<void> {
    const request = await this.control.requestRebuild();
    await eventually(
      () => this.control.load(),
      ({ registry }) => registry?.active?.request === request,
    );
  }

  /** Everything of the generation that a partner's readers use, in a comparable form. */
  async contents(partnerId: string): Promise<Record<string, unknown>> {
    const generation = (await this.redis.hget(`rm:{${partnerId}}:active`, BOOKS)) ?? '';
    const prefix = `rm:{${partnerId}}:${BOOKS}:${generation}:`;
    const keys = (await this.redis.keys(`${prefix}*`)).sort();
    const values = await Promise.all(
      keys.map((key) =>
        key.startsWith(`${prefix}d:`)
          ? this.redis.hgetall(key)
          : this.redis.zrange(key, '0', '-1', 'WITHSCORES'),
      ),
    );
    return Object.fromEntries(keys.map((key, i) => [key.slice(prefix.length), values[i]]));
  }
}

const opensPartner = ({ stream, revision, metadata }: RecordedEvent) =>
  stream === `partner-${metadata.partnerId}` && revision === 0n;

const connect = (url: string): Redis => {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  return redis;
};

const PATIENCE_MS = 90_000;

/** Asks again until the answer is right; the last wrong one goes into the error. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  right: (answer: T) => boolean,
  patienceMs = PATIENCE_MS,
) => {
  const until = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (Date.now() > until) throw new Error(`Still ${JSON.stringify(answer)}`);
    await sleep(10);
  }
};
