import { once } from 'node:events';
import type * as Grpc from '@grpc/grpc-js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Faults, status } from './faults.js';
import { grpc } from './grpc.js';
import { caughtUp, confirmation, eventMessage } from './messages.js';
import type { StoredEvents } from './stored-events.js';

export type ReadCall = Grpc.ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Version 23.10 throws out a live subscriber that meets more than this at once. */
const LIVE_BURST_MAX = 500;

/** The live subscriptions to the whole log. */
export class Subscriptions {
  private readonly open = new Set<{ call: ReadCall; stalled: boolean; wake: () => void }>();
  /** How many were ever asked for. */
  started = 0;
  sent = 0;
  thrownOut = 0;

  constructor(
    private readonly events: StoredEvents,
    private readonly faults: Faults,
  ) {}

  /** Serves until the client leaves. The position is exclusive; null is the beginning. */
  async serve(call: ReadCall, after: bigint | null, wanted: (type: string) => boolean) {
    const one = { call, stalled: false, wake: () => undefined as void };
    this.open.add(one);
    this.started++;
    const forget = this.events.onGrown(() => one.wake());
    call.on('cancelled', () => one.wake());
    let [next, live] = [after === null ? 0 : this.events.indexAfter(after), false];
    try {
      await write(call, confirmation());
      while (!call.cancelled && !call.destroyed) {
        await this.faults.awoken();
        const found = one.stalled ? [] : this.events.log.slice(next);
        if (live && found.length > LIVE_BURST_MAX) {
          this.thrownOut++;
          throw status(grpc.status.ABORTED, 'Consumer too slow to handle event while live');
        }
        for (const event of found) {
          if (call.cancelled || call.destroyed) return;
          next++;
          this.sent++;
          if (wanted(event.type)) await write(call, eventMessage(event));
        }
        if (found.length > 0) continue;
        if (!live) await write(call, caughtUp());
        live = true;
        await new Promise<void>((resolve) => (one.wake = resolve));
      }
    } finally {
      forget();
      this.open.delete(one);
    }
  }

  /** All of them fail at once, like those of a killed server. */
  break(): void {
    for (const { call, wake } of [...this.open]) {
      call.destroy(status(grpc.status.UNAVAILABLE, 'Connection dropped'));
      wake();
    }
  }

  /** All of them end without an error. */
  end(): void {
    for (const { call, wake } of [...this.open]) {
      call.end();
      call.destroy();
      wake();
    }
  }

  /** Those that are open now never deliver anything again, while all else works. */
  stall(): void {
    for (const one of this.open) one.stalled = true;
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
