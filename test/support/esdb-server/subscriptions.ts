import { once } from 'node:events';
import type * as Grpc from '@grpc/grpc-js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Faults, status } from './faults.js';
import { grpc } from './grpc.js';
import { caughtUp, confirmation, eventMessage } from './messages.js';
import type { StoredEvents } from './stored-events.js';

export type ReadCall = Grpc.ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Version 23.10 drops a live subscriber that has more waiting events. */
const LIVE_BURST_MAX = 500;

type Subscription = {
  readonly call: ReadCall;
  readonly ofLeader: boolean;
  stalled: boolean;
  /** Reason to end; `null` ends without an error. */
  ending?: Error | null;
  wake: () => void;
};

/** The live subscriptions to the whole log. */
export class Subscriptions {
  private readonly open = new Set<Subscription>();
  /** Number of subscriptions since the start. */
  started = 0;
  sent = 0;
  thrownOut = 0;

  constructor(
    private readonly events: StoredEvents,
    private readonly faults: Faults,
  ) {}

  /** Number of open subscriptions. */
  get count(): number {
    return this.open.size;
  }

  /** Serves until the client leaves. The position is exclusive; null is the beginning. */
  async serve(
    call: ReadCall,
    after: bigint | null,
    wanted: (type: string) => boolean,
    ofLeader: boolean,
  ): Promise<void> {
    const one: Subscription = { call, ofLeader, stalled: false, wake: () => undefined };
    this.open.add(one);
    this.started++;
    const forget = this.events.onGrown(() => one.wake());
    call.on('cancelled', () => one.wake());
    try {
      await write(call, confirmation());
      await this.deliver(one, after === null ? 0 : this.events.indexAfter(after), wanted);
    } finally {
      forget();
      this.open.delete(one);
    }
  }

  /** Fails all subscriptions, like a killed server. */
  break(): void {
    this.endAll(status(grpc.status.UNAVAILABLE, 'Connection dropped'));
  }

  /** Ends all subscriptions without an error. */
  end(): void {
    this.endAll(null);
  }

  /** Fails the subscriptions that require the leader. */
  endOfLeader(error: Error): void {
    this.endAll(error, ({ ofLeader }) => ofLeader);
  }

  /** Stops the delivery of all open subscriptions. Other calls still work. */
  stall(): void {
    for (const one of this.open) one.stalled = true;
  }

  private async deliver(one: Subscription, from: number, wanted: (type: string) => boolean) {
    const { log } = this.events;
    let live = false;
    for (let next = from; !one.call.cancelled && one.ending === undefined;) {
      await this.faults.awoken();
      if (live && !one.stalled && log.length - next > LIVE_BURST_MAX) this.throwOut();
      const event = one.stalled ? undefined : log[next];
      if (event !== undefined) {
        next++;
        if (wanted(event.type)) await this.send(one.call, eventMessage(event));
      } else if (!live) {
        live = true;
        await write(one.call, caughtUp());
      } else {
        await new Promise<void>((resolve) => (one.wake = resolve));
      }
    }
    await this.faults.awoken();
    if (one.ending instanceof Error) throw one.ending;
  }

  private async send(call: ReadCall, message: streams.ReadResp): Promise<void> {
    this.sent++;
    await write(call, message);
  }

  private throwOut(): never {
    this.thrownOut++;
    throw status(grpc.status.ABORTED, 'Consumer too slow to handle event while live');
  }

  private endAll(ending: Error | null, isMeant: (one: Subscription) => boolean = () => true): void {
    for (const one of [...this.open].filter(isMeant)) {
      one.ending = ending;
      one.wake();
    }
  }
}

export const write = async (call: ReadCall, message: streams.ReadResp): Promise<void> => {
  if (call.cancelled || call.destroyed || call.write(message)) return;
  const left = new AbortController();
  const leave = () => left.abort();
  call.once('cancelled', leave).once('close', leave);
  await once(call, 'drain', { signal: left.signal }).catch(() => undefined);
  call.off('cancelled', leave).off('close', leave);
};
