import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Faults of a network, which also affect open connections. */
export type NetworkFault =
  /** Delay of each piece in both directions, in milliseconds. */
  | { readonly kind: 'late'; readonly byMs: number }
  /** The link accepts connections and keeps them open, but loses all data permanently. */
  | { readonly kind: 'half-open' }
  /** Resets both sides after this number of bytes to the client. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** Pauses one direction. The data arrives afterwards. */
  | { readonly kind: 'blocked'; readonly way: 'there' | 'back' };

/** Selects connections by the last data of the client. */
export type Meant = (sent: string) => boolean;

const all: Meant = () => true;

/** A network link from a new port to a port of this machine. */
export class TcpProxy {
  private fault: NetworkFault | null = null;
  private meant = all;
  private readonly links = new Set<Link>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private targetPort: number,
  ) {}

  static async open(targetPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port, targetPort);
    server.on('connection', (client) => proxy.join(client));
    return proxy;
  }

  /** Injects a fault until the next call. Null restores the link, but lost connections stay lost. */
  inject(fault: NetworkFault | null, meant: Meant = all): void {
    this.fault = fault;
    this.meant = meant;
    for (const link of this.links) link.look();
  }

  /** Directs new connections to this port, as after an address moves to another server. */
  leadTo(targetPort: number): void {
    this.targetPort = targetPort;
  }

  async close(): Promise<void> {
    for (const link of this.links) link.destroy();
    await new Promise((done) => this.server.close(done));
  }

  private join(client: Socket): void {
    const target = connect({
      port: this.targetPort,
      host: '127.0.0.1',
      noDelay: true,
      allowHalfOpen: true,
    });
    const fault = (sent: string) => (this.meant(sent) ? this.fault : null);
    const link = new Link(client, target, fault, () => this.links.delete(link));
    this.links.add(link);
    link.look();
  }
}

const REMEMBERED_CHARACTERS = 300;

/** A connection through the proxy, with one fault for both directions. */
class Link {
  private readonly lanes: readonly [Lane, Lane];
  private sent = '';
  private bytesBack = 0;
  private lost = false;

  constructor(
    private readonly client: Socket,
    private readonly target: Socket,
    private readonly fault: (sent: string) => NetworkFault | null,
    private readonly onEnd: () => void,
  ) {
    this.lanes = [new Lane(target), new Lane(client)];
    const [there, back] = this.lanes;
    this.join(client, there, (piece) => {
      this.sent = piece.toString('latin1', 0, REMEMBERED_CHARACTERS);
    });
    this.join(target, back, (piece) => {
      this.bytesBack += piece.length;
    });
  }

  /** Applies the current fault. */
  look(): void {
    const fault = this.fault(this.sent);
    if (fault?.kind === 'half-open') this.lost = true;
    if (fault?.kind === 'reset' && this.bytesBack > fault.afterBytes) {
      this.destroy();
      return;
    }
    const [there, back] = this.lanes;
    const blocked = fault?.kind === 'blocked' ? fault.way : null;
    there.go(blocked !== 'there');
    back.go(blocked !== 'back');
  }

  destroy(): void {
    this.client.resetAndDestroy();
    this.target.resetAndDestroy();
    this.onEnd();
  }

  private join(from: Socket, lane: Lane, note: (piece: Buffer) => void): void {
    from.on('data', (piece: Buffer) => {
      note(piece);
      this.look();
      if (this.lost || from.destroyed) return;
      const fault = this.fault(this.sent);
      lane.take(piece, fault?.kind === 'late' ? fault.byMs : 0);
      lane.holdBack(from);
    });
    from.on('end', () => {
      if (!this.lost) lane.take(null, 0);
    });
    // An error of this side ends the other side, too.
    from.on('error', () => undefined);
    from.on('close', () => {
      // The other side of a lost connection does not receive its end.
      if (!this.lost && from.errored !== null) this.destroy();
      else if (this.client.destroyed && this.target.destroyed) this.onEnd();
    });
  }
}

type Waiting = { readonly piece: Buffer | null; readonly dueMs: number };

const WAITING_BYTES_MAX = 1024 * 1024;

/** Data in transit to one side, in order. */
class Lane {
  private readonly waiting: Waiting[] = [];
  private bytes = 0;
  private going = true;
  private heldBack: Socket | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly to: Socket) {}

  /** Null marks the end. */
  take(piece: Buffer | null, lateMs: number): void {
    this.waiting.push({ piece, dueMs: performance.now() + lateMs });
    this.bytes += piece?.length ?? 0;
    this.deliver();
  }

  go(going: boolean): void {
    this.going = going;
    this.deliver();
  }

  /** Pauses the source while too much data waits. */
  holdBack(from: Socket): void {
    if (this.bytes <= WAITING_BYTES_MAX) return;
    from.pause();
    this.heldBack = from;
  }

  private deliver(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    while (this.going && !this.to.destroyed) {
      const [next] = this.waiting;
      if (next === undefined) break;
      const leftMs = next.dueMs - performance.now();
      if (leftMs > 0) {
        this.timer = setTimeout(() => this.deliver(), leftMs);
        break;
      }
      this.waiting.shift();
      this.bytes -= next.piece?.length ?? 0;
      if (next.piece === null) this.to.end();
      else this.to.write(next.piece);
    }
    if (this.bytes > WAITING_BYTES_MAX) return;
    this.heldBack?.resume();
    this.heldBack = null;
  }
}
