import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type gossip from '@eventstore/db-client/generated/gossip_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-ports.js';
import { Faults, status } from './faults.js';
import { clusterMessage } from './gossip.js';
import { grpc } from './grpc.js';
import {
  answerMessage,
  eventMessage,
  expectedFrom,
  nameOf,
  notFound,
  proposedFrom,
} from './messages.js';
import { type Stored, StoredEvents } from './stored-events.js';
import { type ReadCall, Subscriptions, write } from './subscriptions.js';

type AppendCall = Grpc.ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type AppendDone = Grpc.sendUnaryData<streams.AppendResp>;

type TombstoneCall = Grpc.ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>;
type TombstoneDone = Grpc.sendUnaryData<streams.TombstoneResp>;

const APPEND_BYTES_MAX = 1_048_576;
const LATE_NEWS_MS = 1;
/** Time after which a leader without followers fails an append, in milliseconds. */
const COMMIT_TIMEOUT_MS = 2_000;
const SERVICE = 'event_store.client.streams.Streams';
/** Begins the part of a stream's name that differs from stream to stream: an id or a hash. */
const ID = /-(?=[^-]*\d).*$/;
const METHODS = ['read', 'append', 'batchappend', 'tombstone'];
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;

/** An event store server in memory with the part of the protocol that this project uses. */
export class EsdbServer {
  readonly events = new StoredEvents();
  readonly faults = new Faults();
  readonly subscriptions = new Subscriptions(this.events, this.faults);
  /** Nodes of the cluster, as the server reports them. */
  members: readonly EsdbServer[] = [this];
  /** Calls since the start by kind: the method and the category of the stream, or `$all`. */
  readonly calls = new Map<string, number>();
  /** Number of requests for the members of its cluster. */
  gossipRequests = 0;
  private server = new grpc.Server();
  private leader: EsdbServer | null = null;
  private stopFollowing = (): void => undefined;
  private deposed = false;
  private running = true;

  private constructor(
    readonly port: number,
    private readonly credentials: Grpc.ServerCredentials,
  ) {}

  /** Starts the server, with plain HTTP/2 if it has no certificate. */
  static async start(certificate?: { readonly cert: string; readonly key: string }) {
    const one = new EsdbServer(await freePort(), credentialsFor(certificate));
    await one.listen();
    return one;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /**
   * Makes this node a follower. For clients that do not require the leader, it serves its own events
   * and forwards appends. For other clients it names the leader, also during subscriptions. It gets the
   * leader's confirmed events `lagMs` later, or never without `lagMs`.
   */
  follow(leader: EsdbServer, lagMs?: number): void {
    this.leader = leader;
    this.deposed = false;
    this.stopFollowing();
    this.subscriptions.endOfLeader(notLeader(leader.port));
    if (lagMs !== undefined) this.stopFollowing = this.events.copyLate(leader.events, lagMs);
  }

  /** Makes this node the leader, with all events of the earlier leader. */
  lead(before: EsdbServer): void {
    this.stopFollowing();
    this.leader = null;
    this.events.takeOver(before.events);
  }

  /**
   * Isolates this node after the election of another leader. Until `follow`, it serves old events,
   * does not confirm appends, and does not name the leader.
   */
  depose(): void {
    this.deposed = true;
  }

  /** Returns whether this node is the elected leader. */
  get leads(): boolean {
    return this.leader === null && !this.deposed;
  }

  private get state(): 'leader' | 'follower' | 'unknown' {
    if (this.faults.leaderless) return 'unknown';
    return this.leader === null ? 'leader' : 'follower';
  }

  /** Ends all connections. Stored events stay. */
  kill(): void {
    this.running = false;
    this.stopFollowing();
    this.faults.speak();
    this.server.forceShutdown();
  }

  /** Restarts a killed server with the same data on the same port. */
  async listen(): Promise<void> {
    this.server = new grpc.Server();
    this.server.addService(services.StreamsService, {
      append: (call: AppendCall, done: AppendDone) => void this.append(call, done),
      read: (call: ReadCall) => void this.read(call),
      delete: unimplemented,
      tombstone: (call: TombstoneCall, done: TombstoneDone) => void this.tombstone(call, done),
      batchAppend: (call: AppendCall) =>
        call.emit('error', status(grpc.status.UNIMPLEMENTED, 'appends are to take the unary path')),
    });
    this.server.addService(features.ServerFeaturesService, { getSupportedMethods });
    this.server.addService(gossipService.GossipService, {
      read: (call: unknown, done: Grpc.sendUnaryData<gossip.ClusterInfo>) =>
        void this.gossip(call, done),
    });
    this.running = true;
    await new Promise<void>((resolve, reject) =>
      this.server.bindAsync(`127.0.0.1:${this.port}`, this.credentials, (error) =>
        error === null ? resolve() : reject(error),
      ),
    );
  }

  private async append(call: AppendCall, done: AppendDone): Promise<void> {
    try {
      const [first, ...rest] = await messagesOf(call);
      await this.meet(call);
      await this.requireQuorum();
      const options = first?.getOptions();
      if (options === undefined) throw status(grpc.status.INVALID_ARGUMENT, 'no options');
      const proposed = rest.map((message) => proposedFrom(message.getProposedMessage()!));
      if (proposed.reduce((sum, { data }) => sum + data.length, 0) > APPEND_BYTES_MAX)
        throw status(grpc.status.INVALID_ARGUMENT, 'too large', 'maximum-append-size-exceeded');
      const expected = expectedFrom(options);
      const { events } = this.leader ?? this;
      const name = nameOf(options.getStreamIdentifier());
      this.admit('append', name);
      requireAlive(events, name);
      const answer = events.append(name, expected, proposed);
      if (!this.faults.swallowsAnswer()) done(null, answerMessage(answer, expected));
    } catch (error) {
      done(error as Grpc.ServiceError);
    }
  }

  private async tombstone(
    { request, metadata }: TombstoneCall,
    done: TombstoneDone,
  ): Promise<void> {
    try {
      await this.meet({ metadata });
      await this.requireQuorum();
      const { events } = this.leader ?? this;
      const name = nameOf(request.getOptions()?.getStreamIdentifier());
      this.admit('tombstone', name);
      requireAlive(events, name);
      events.bury(name);
      done(null, new streams.TombstoneResp());
    } catch (error) {
      done(error as Grpc.ServiceError);
    }
  }

  private async read(call: ReadCall): Promise<void> {
    call.on('error', () => undefined);
    try {
      await this.meet(call);
      const options = call.request.getOptions()!;
      const stream = options.getStream();
      const method = options.hasSubscription() ? 'subscribe' : 'read';
      this.admit(method, stream === undefined ? '$all' : nameOf(stream.getStreamIdentifier()));
      if (options.hasSubscription()) await this.serve(call, options);
      else await this.page(call, options);
      call.end();
    } catch (error) {
      call.emit('error', error);
    }
  }

  /** Counts the call. @throws {Partial<Grpc.StatusObject>} if the user may not make it */
  private admit(method: string, stream: string): void {
    const kind = `${method} ${stream.replace(ID, '')}`;
    this.calls.set(kind, (this.calls.get(kind) ?? 0) + 1);
    this.faults.requireRight(stream === '$all' ? kind : method);
  }

  /** @throws {Partial<Grpc.StatusObject>} */
  private async meet({ metadata }: Pick<ReadCall, 'metadata'>): Promise<void> {
    await this.faults.meet();
    if (!requiresLeader(metadata)) return;
    if (this.faults.leaderless) throw status(grpc.status.UNAVAILABLE, 'Server Is Not Ready');
    if (this.leader !== null) throw notLeader(this.leader.port);
  }

  /** @throws {Partial<Grpc.StatusObject>} */
  private async requireQuorum(): Promise<void> {
    if (!this.deposed) return;
    await sleep(COMMIT_TIMEOUT_MS);
    throw status(grpc.status.ABORTED, 'Operation timed out: Commit phase timeout');
  }

  private async gossip(_: unknown, done: Grpc.sendUnaryData<gossip.ClusterInfo>): Promise<void> {
    this.gossipRequests++;
    await this.faults.awoken();
    if (this.deposed) {
      done(status(grpc.status.UNAVAILABLE, 'cut off'));
      return;
    }
    const members = this.members.map(({ port, state, running, deposed }) => ({
      ...{ port, state },
      isAlive: running && !deposed,
    }));
    done(null, clusterMessage(members));
  }

  private serve(call: ReadCall, options: streams.ReadReq.Options): Promise<void> {
    const position = options.getAll()?.getPosition();
    const after = position === undefined ? null : BigInt(position.getCommitPosition());
    const pattern = new RegExp(options.getFilter()?.getEventType()?.getRegex() ?? '');
    const wanted = (type: string) => pattern.test(type);
    return this.subscriptions.serve(call, after, wanted, requiresLeader(call.metadata));
  }

  private async page(call: ReadCall, options: streams.ReadReq.Options): Promise<void> {
    const stream = options.getStream();
    const name = nameOf(stream?.getStreamIdentifier());
    if (stream !== undefined) requireAlive(this.events, name);
    if (stream !== undefined && this.events.stream(name).length === 0)
      return write(call, notFound(name));
    const found = stream === undefined ? this.ofLog(options) : this.ofStream(name, options);
    const count = Number(options.getCount());
    for (const event of found.slice(0, count)) {
      if (call.cancelled) return;
      await write(call, eventMessage(event));
    }
  }

  private ofStream(name: string, options: streams.ReadReq.Options): Stored[] {
    const all = this.events.stream(name);
    const from = options.getStream();
    if (options.getReadDirection() === BACKWARDS && from?.hasEnd()) return all.slice().reverse();
    return all.slice(from?.hasStart() ? 0 : Number(from?.getRevision()));
  }

  /** Reads forwards include the position, reads backwards exclude it. */
  private ofLog(options: streams.ReadReq.Options): Stored[] {
    const position = BigInt(options.getAll()?.getPosition()?.getCommitPosition() ?? 0);
    const split = this.events.indexAfter(position - 1n);
    const { log } = this.events;
    if (options.getReadDirection() !== BACKWARDS) return log.slice(split);
    return (options.getAll()?.hasEnd() ? log.slice() : log.slice(0, split)).reverse();
  }
}

const credentialsFor = (certificate?: { readonly cert: string; readonly key: string }) =>
  certificate === undefined
    ? grpc.ServerCredentials.createInsecure()
    : grpc.ServerCredentials.createSsl(null, [
        { cert_chain: Buffer.from(certificate.cert), private_key: Buffer.from(certificate.key) },
      ]);

const messagesOf = (call: AppendCall): Promise<streams.AppendReq[]> =>
  new Promise((resolve, reject) => {
    const messages: streams.AppendReq[] = [];
    call.on('data', (message: streams.AppendReq) => messages.push(message));
    const cutOff = () => reject(status(grpc.status.CANCELLED, 'the caller gave up half-way'));
    const settle = () => (call.cancelled ? cutOff() : resolve(messages));
    // A canceled call ends first and reports the cancellation a moment later.
    call.on('end', () => setTimeout(settle, LATE_NEWS_MS)).on('error', reject);
  });

const requireAlive = (events: StoredEvents, name: string): void => {
  if (!events.isBuried(name)) return;
  const deleted = status(grpc.status.FAILED_PRECONDITION, 'deleted', 'stream-deleted');
  deleted.metadata.set('stream-name', name);
  throw deleted;
};

const requiresLeader = (metadata: Grpc.Metadata): boolean =>
  metadata.get('requires-leader')[0] === 'true';

const notLeader = (port: number) => {
  const error = status(grpc.status.NOT_FOUND, 'Leader info available', 'not-leader');
  error.metadata.set('leader-endpoint-host', '127.0.0.1');
  error.metadata.set('leader-endpoint-port', String(port));
  return error;
};

const unimplemented = (_: unknown, done: Grpc.sendUnaryData<never>): void =>
  done(status(grpc.status.UNIMPLEMENTED, 'not needed'));

const getSupportedMethods = (
  _: unknown,
  done: Grpc.sendUnaryData<featureMessages.SupportedMethods>,
): void => {
  const methods = METHODS.map((method) =>
    new featureMessages.SupportedMethod().setServiceName(SERVICE).setMethodName(method),
  );
  const supported = new featureMessages.SupportedMethods().setMethodsList(methods);
  done(null, supported.setEventStoreServerVersion('23.10.6'));
};
