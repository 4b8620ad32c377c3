import { setTimeout as sleep } from 'node:timers/promises';
import type * as Grpc from '@grpc/grpc-js';
import { grpc } from './grpc.js';

/** What goes wrong, and until when. Nothing does unless asked for. */
export class Faults {
  private resume: (() => void) | null = null;
  private awake: Promise<void> = Promise.resolve();
  private unavailableCalls = 0;
  private unansweredAppends = 0;
  /** Each call is carried out so much later. */
  delayMs = 0;
  /** Calls that met silence. */
  waited = 0;

  /** Like a stopped process: connections stay, everything asked waits and is done later. */
  silence(): void {
    this.awake = new Promise((resolve) => (this.resume = resolve));
  }

  speak(): void {
    this.resume?.();
    this.resume = null;
  }

  /** The next appends and reads fail with UNAVAILABLE, nothing stored. */
  unavailable(calls: number): void {
    this.unavailableCalls = calls;
  }

  /** The next appends are stored, and nobody ever hears of it. */
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

  /** No node is elected: whoever needs the leader is told to come again. */
  leaderless = false;

  /** Kinds of calls that the user has no right to: `read`, `append`, `subscribe`, `tombstone`, each with `$all` or not. */
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
