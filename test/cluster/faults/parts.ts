import { prefixOf } from '#jobs/queue-keys.js';
import type { KeptProcess } from '../../support/shared-process.js';
import type { TcpProxy } from '../../support/tcp-proxy.js';
import { childrenOf } from '../children.js';
import type { Cluster } from '../cluster.js';

/** What can be killed, stopped and cut off. */
export type Part = {
  readonly name: string;
  /** The processes that it is made of at this moment. */
  readonly pids: () => Promise<readonly number[]>;
  /** The ways to it, or from it; none when it cannot be cut off. */
  readonly links: () => Promise<readonly TcpProxy[]>;
};

const QUEUE_KEY = `${prefixOf('funding-settlement')}:any`;

/** All parts of a cluster with links. The master is that of the queue of deposits when it is asked for. */
export const partsOf = (cluster: Cluster): readonly Part[] => {
  const { redis, postgres } = cluster;
  const linksLike = (pattern: RegExp) => () =>
    Promise.resolve([...cluster.links].flatMap(([name, link]) => (pattern.test(name) ? link : [])));
  const app = (name: string, links: RegExp): Part => ({
    name,
    pids: () => Promise.resolve(pidsOf(cluster.apps.get(name))),
    links: linksLike(links),
  });
  const master = () => redis.masterPort(QUEUE_KEY);
  const redisMaster: Part = {
    name: 'redis',
    pids: async () => [redis.pid(await master())].flatMap((pid) => pid ?? []),
    links: async () => [redis.link(await master())].flatMap((link) => link ?? []),
  };
  const server = (name: string, process: KeptProcess | undefined, links: RegExp): Part => ({
    name,
    pids: () => Promise.resolve(pidsOf(process).flatMap((pid) => [pid, ...childrenOf(pid)])),
    links: linksLike(links),
  });
  return [
    app('api-1', /^api-1$/),
    app('api-2', /^api-2$/),
    app('worker-1', /of worker-1$/),
    app('worker-2', /of worker-2$/),
    app('projector-1', /of projector-1$/),
    app('projector-2', /of projector-2$/),
    redisMaster,
    server('postgres', postgres?.primary.process, /^postgres of/),
    server('standby', postgres?.standby.process, /^$/),
    app('sandbox', /^sandbox of/),
  ];
};

const pidsOf = (process: KeptProcess | undefined): readonly number[] =>
  process?.isRunning === true && process.pid !== undefined ? [process.pid] : [];
