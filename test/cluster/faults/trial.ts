import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from '../../faults/load.js';
import { Random } from '../../faults/random.js';
import { AnswerRecord } from '../../faults/record.js';
import { type Tried, type Verdict, settle } from '../../faults/settle.js';
import { isUp } from '../../faults/sums.check.js';
import { freePorts } from '../../support/free-ports.js';
import type { Service } from '../../support/service.js';
import { type LoggedEvent, readFileLog, readServerLog } from '../../faults/ledgers.js';
import type { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';
import { Cluster, type ClusterOptions } from '../cluster.js';
import { EVENT_STORE_HARMS } from './event-store-faults.js';
import { type Part, partsOf } from './parts.js';
import { Probes } from './probes.js';

const BACK_MAX_MS = 90_000;
const POLL_MS = 100;
/** Between two harms, so that what one did is not counted as the next one's. */
const REST_MS = 3_000;
const REQUEST_MAX_MS = 15_000;
const LATE_SAMPLE_MS = 10;

export const HARMS = ['killed', 'stopped', 'cut off'] as const;

/** The part that is played by the test server. */
export const EVENT_STORE = 'event-store';

type Count = {
  readonly all: number;
  /** An api answered 503 and when to come again: nothing is confirmed, and nobody waits. */
  readonly later: number;
  /** No api answered, or it did with another 5xx. */
  readonly failed: number;
};

/** What one harm to one part came to. */
export type Outcome = {
  readonly part: string;
  readonly harm: string;
  readonly commands: Count;
  readonly reads: Count;
  /** The requests without the answer that was asked for, by kind and status. */
  readonly which: string;
  readonly slowestMs: number;
  /** From the begin of the harm to the end of the last request that failed; 0: none did. */
  readonly answersAfterMs: number;
  /** The longest from the first request of a deposit to its end, of those asked for meanwhile. */
  readonly depositMs: number;
  /** From the harm's end until a deposit asked for then stands in the list. */
  readonly listMs: number;
  /** The longest that this program, its balancer and its event store came late to anything: all times hold it. */
  readonly lateMs: number;
};

type Options = {
  readonly seed: number;
  readonly ratePerS: number;
  /** Where the log is, in place of a file; it ends with the trial. */
  readonly eventStore?: EsdbCluster | null;
  readonly more?: Partial<Pick<ClusterOptions, 'folder' | 'stores' | 'linked'>>;
};

type Timed = {
  readonly endedMs: number;
  readonly status: number;
  readonly tookMs: number;
  readonly request: string;
  readonly isLater: boolean;
  readonly isRead: boolean;
};

/** Remembers when each answer came. */
class TimedRecord extends AnswerRecord {
  readonly answers: Timed[] = [];

  override answered(status: number, tookMs: number, request: string, isLater: boolean): void {
    super.answered(status, tookMs, request, isLater);
    const isRead = request.startsWith('GET ');
    this.answers.push({ endedMs: performance.now(), status, tookMs, request, isRead, isLater });
  }
}

/** A cluster with links under a steady load from outside, and the harms that are done to it. */
export class Trial implements Tried {
  readonly record = new TimedRecord();
  readonly load: Load;
  private readonly probes: Probes;

  private constructor(
    readonly cluster: Cluster,
    readonly service: Service,
    private readonly dataDir: string,
    private readonly eventStore: EsdbCluster | null,
    seed: number,
  ) {
    this.load = new Load(service, this.record, new Random(seed));
    this.probes = new Probes(this.load, this.record);
  }

  static async open({ seed, ratePerS, eventStore = null, more = {} }: Options): Promise<Trial> {
    const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-cluster-'));
    const [apiPort, sandboxPort] = (await freePorts(2)) as [number, number];
    const place = { dataDir, apiPort, sandboxPort, eventStoreUrl: eventStore?.url ?? null };
    const settings = { LOG_LEVEL: 'warn', PARTNER_RATE_PER_S: '100000', DRAIN_S: '2' };
    const cluster = await Cluster.start({
      ...{ ...place, each: 2, stores: 'cluster', linked: true, settings, ...more },
    });
    const trial = new Trial(cluster, cluster.service, dataDir, eventStore, seed);
    try {
      await trial.load.prepare();
      trial.load.startAt(ratePerS);
      return trial;
    } catch (error) {
      await trial.close();
      throw error;
    }
  }

  get parts(): readonly Part[] {
    return partsOf(this.cluster);
  }

  /** Injects a fault into a part. Returns null if the fault does not apply to the part. */
  async inject(part: Part, harm: (typeof HARMS)[number], forMs: number): Promise<Outcome | null> {
    if (harm === 'cut off' && (await part.links()).length === 0) return null;
    return this.watch(part.name, harm, () => doHarm(part, harm, forMs));
  }

  /** The primary dies for good; `afterMs` later an operator promotes the standby and moves the address. */
  async replacePrimary(afterMs: number): Promise<Outcome> {
    const { postgres, links } = this.cluster;
    if (postgres === null) throw new Error('There is no PostgreSQL');
    const { primary, standby } = postgres;
    const part = this.parts.find(({ name }) => name === 'postgres')!;
    return this.watch('postgres', 'replaced', async () => {
      primary.process.letGo();
      for (const pid of await part.pids()) signal(pid, 'SIGKILL');
      await sleep(afterMs);
      await postgres.promote();
      for (const [name, link] of links)
        if (name.startsWith('postgres of')) link.leadTo(standby.port);
      this.service.env['READ_MODELS_URL'] = postgres.urlAt(standby.port);
    });
  }

  /** One of `EVENT_STORE_HARMS`. */
  async upset(harm: string, forMs: number): Promise<Outcome> {
    const { eventStore: nodes, cluster } = this;
    const harming = EVENT_STORE_HARMS[harm];
    if (nodes === null || harming === undefined) throw new Error('There is nothing to harm');
    const killSeconds = (): void => {
      for (const name of ['api-2', 'worker-2', 'projector-2'])
        signal(cluster.apps.get(name)!.pid!, 'SIGKILL');
    };
    return this.watch(EVENT_STORE, harm, () => harming({ nodes, forMs, killSeconds }));
  }

  /** The process ends as it should, and one of that build takes its place. */
  roll(name: string, to: string, folder: string): Promise<Outcome> {
    return this.watch(name, to, () => this.cluster.replace(name, folder));
  }

  readLog(): readonly LoggedEvent[] {
    const { eventStore, service } = this;
    return eventStore === null
      ? readFileLog(service, new Set())
      : readServerLog(eventStore.leader.events, service, new Set());
  }

  /** Requests so far that took longer than any may. */
  get tooSlow(): readonly string[] {
    return this.record.answers
      .filter(({ tookMs }) => tookMs > REQUEST_MAX_MS)
      .map((one) => `${kindsOf([one])} after ${(one.tookMs / 1_000).toFixed(1)} s`);
  }

  async untilUp(): Promise<void> {
    const endMs = performance.now() + BACK_MAX_MS;
    while (!(await isUp(this.service)) && performance.now() < endMs) await sleep(POLL_MS);
  }

  settle(): Promise<Verdict> {
    return settle(this);
  }

  async close(): Promise<void> {
    await this.load.stop();
    await this.cluster.stop();
    this.eventStore?.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** What becomes of requests while that is done. */
  async watch(part: string, harm: string, harming: () => Promise<void>): Promise<Outcome> {
    const beganMs = performance.now();
    const from = this.record.answers.length;
    const late = monitorEventLoopDelay({ resolution: LATE_SAMPLE_MS });
    late.enable();
    this.probes.start();
    await harming();
    const listMs = await this.probes.untilListed();
    const depositMs = await this.probes.stop();
    const answers = this.record.answers.slice(from);
    late.disable();
    const failed = answers.filter(hasFailed);
    const lastMs = Math.max(beganMs, ...failed.map(({ endedMs }) => endedMs));
    await sleep(REST_MS);
    const count = (which: readonly Timed[]) => ({
      all: which.length,
      later: which.filter(({ isLater }) => isLater).length,
      failed: which.filter((one) => hasFailed(one) && !one.isLater).length,
    });
    return {
      ...{ part, harm, depositMs, listMs },
      which: kindsOf(failed),
      commands: count(answers.filter(({ isRead }) => !isRead)),
      reads: count(answers.filter(({ isRead }) => isRead)),
      slowestMs: Math.max(0, ...answers.map(({ tookMs }) => tookMs)),
      answersAfterMs: lastMs - beganMs,
      lateMs: late.max / 1e6,
    };
  }
}

const hasFailed = ({ status }: Timed): boolean => status === 0 || status >= 500;

/** Like `POST /v1/funding 502 × 3, GET /v1/funding later × 2`. */
const kindsOf = (failed: readonly Timed[]): string => {
  const counts = new Map<string, number>();
  for (const { request, status, isLater } of failed) {
    const name = request.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/\?.*/, '');
    const kind = `${name} ${isLater ? 'later' : status}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${kind} × ${count}`).join(', ');
};

const doHarm = async (part: Part, harm: (typeof HARMS)[number], forMs: number): Promise<void> => {
  const pids = await part.pids();
  const links = harm === 'cut off' ? await part.links() : [];
  if (harm === 'killed') for (const pid of pids) signal(pid, 'SIGKILL');
  if (harm === 'killed') return;
  if (harm === 'stopped') for (const pid of pids) signal(pid, 'SIGSTOP');
  for (const link of links) link.inject({ kind: 'half-open' });
  await sleep(forMs);
  if (harm === 'stopped') for (const pid of pids) signal(pid, 'SIGCONT');
  for (const link of links) link.inject(null);
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself, as connections of PostgreSQL do.
  }
};
