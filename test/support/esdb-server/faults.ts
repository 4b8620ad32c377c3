import { setTimeout as sleep } from 'node:timers/promises';
import type * as Grpc from '@grpc/grpc-js';
import { grpc } from './grpc.js';

/** Injected faults. Without an injection all calls succeed. */
export class Faults {
  private resume: (() => void) | null = null;
  private awake: Promise<void> = Promise.resolve();
  private unavailableCalls = 0;
  private unansweredAppends = 0;
  /** Delay of each call, in milliseconds. */
  delayMs = 0;
  /** Number of calls that got no response. */
  waited = 0;

  /** Stops the server like a suspended process: connections stay, and calls wait. */
  silence(): void {
    this.awake = new Promise((resolve) => (this.resume = resolve));
  }

  speak(): void {
    this.resume?.();
    this.resume = null;
  }

  /** Fails the next appends and reads with UNAVAILABLE before they are executed. */
  unavailable(calls: number): void {
    this.unavailableCalls = calls;
  }

  /** Stores the next appends without a response. */
  storeWithoutAnswer(appends: number): void {
    this.unansweredAppends = appends;
  }

  /** Call first in every handler. @throws {Partial<Grpc.StatusObject>} */
  async meet(): Promise<void> {
    if (this.resume !== null) this.waited++;
    await this.awake;
    if (this.delayMs > 0) await sleep(this.delayMs);
    if (this.unavailableCalls === 0) return;
    this.unavailableCalls--;
    throw status(grpc.status.UNAVAILABLE, 'Server Is Not Ready');
  }

  async awoken(): Promise<void> {
    await this.awake;
  }

  /** The cluster lacks a leader, so calls for the leader fail as temporarily unavailable. */
  leaderless = false;

  /** Forbidden calls: `read`, `append`, `subscribe`, `tombstone`, each with or without `$all`. */
  readonly denied = new Set<string>();

  /** @throws {Partial<Grpc.StatusObject>} */
  requireRight(kind: string): void {
    if (this.denied.has(kind))
      throw status(grpc.status.PERMISSION_DENIED, 'Access Denied', 'access-denied');
  }

  swallowsAnswer(): boolean {
    if (this.unansweredAppends === 0) return false;
    this.unansweredAppends--;
    return true;
  }
}

export const status = (code: Grpc.status, details: string, exception?: string) => {
  const metadata = new grpc.Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  return Object.assign(new Error(details), { code, details, metadata });
};
