import { setTimeout as sleep } from 'node:timers/promises';
import type { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';

/** As long as nodes take to miss the leader and to agree on another one. */
const ELECTION_MS = 2_000;

type Harmed = {
  readonly nodes: EsdbCluster;
  readonly forMs: number;
  /** Kills one api, one worker and one projector, which are started again. */
  readonly killSeconds: () => void;
};

/** What a cluster of event stores may go through. In the end one of its nodes leads, and is heard of. */
export const EVENT_STORE_HARMS: Readonly<Record<string, (harmed: Harmed) => Promise<void>>> = {
  'another leads': async ({ nodes }) => {
    await election(nodes);
  },
  'leader killed': async ({ nodes, forMs }) => {
    const before = nodes.leader;
    before.kill();
    await election(nodes);
    await sleep(forMs - ELECTION_MS);
    await nodes.restore(before);
  },
  'leader stopped': async ({ nodes, forMs }) => {
    const before = nodes.leader;
    before.faults.silence();
    await election(nodes);
    await sleep(forMs - ELECTION_MS);
    before.faults.speak();
  },
  'nobody leads': async ({ nodes, forMs }) => {
    const { leader } = nodes;
    leader.faults.leaderless = true;
    await sleep(forMs);
    leader.faults.leaderless = false;
  },
  'two lead': async ({ nodes, forMs, killSeconds }) => {
    const heal = nodes.split();
    killSeconds();
    await sleep(forMs);
    heal();
  },
};

const election = async (nodes: EsdbCluster): Promise<void> => {
  const both = [nodes.leader, nodes.follower];
  for (const { faults } of both) faults.leaderless = true;
  await sleep(ELECTION_MS);
  nodes.elect();
  for (const { faults } of both) faults.leaderless = false;
};
