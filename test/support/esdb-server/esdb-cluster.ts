import { EsdbServer } from './esdb-server.js';

/** A leader and a follower. The follower gets confirmed events `lagMs` later, or never. */
export class EsdbCluster {
  private constructor(
    private readonly nodes: readonly [EsdbServer, EsdbServer],
    private readonly lagMs: number | undefined,
  ) {}

  static async start(lagMs?: number): Promise<EsdbCluster> {
    const nodes = [await EsdbServer.start(), await EsdbServer.start()] as const;
    for (const node of nodes) node.members = nodes;
    const [first, second] = nodes;
    second.lead(first);
    second.follow(first, lagMs);
    return new EsdbCluster(nodes, lagMs);
  }

  /** URL for a client that discovers the leader. */
  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  get leader(): EsdbServer {
    return this.nodes.find(({ leads }) => leads)!;
  }

  get follower(): EsdbServer {
    return this.nodes.find(({ leads }) => !leads)!;
  }

  get gossipRequests(): number {
    return this.nodes.reduce((sum, node) => sum + node.gossipRequests, 0);
  }

  /** Makes the follower the leader, with all confirmed events. The old leader follows at once. */
  elect(): void {
    const [before, after] = [this.leader, this.follower];
    after.lead(before);
    before.follow(after, this.lagMs);
  }

  /** Makes the follower the leader. The old leader notices it when the returned function is called. */
  split(): () => void {
    const [before, after] = [this.leader, this.follower];
    after.lead(before);
    before.depose();
    return () => before.follow(after, this.lagMs);
  }

  /**
   * No node leads until the returned function is called: discovery fails, the leader's subscriptions
   * break, and the nodes reject every call.
   */
  loseLeader(): () => void {
    for (const { faults } of this.nodes) faults.leaderless = true;
    this.leader.subscriptions.break();
    return () => {
      for (const { faults } of this.nodes) faults.leaderless = false;
    };
  }

  /** Restarts a killed node as a follower. */
  async restore(node: EsdbServer): Promise<void> {
    await node.listen();
    node.follow(this.leader, this.lagMs);
  }

  kill(): void {
    for (const node of this.nodes) node.kill();
  }
}
