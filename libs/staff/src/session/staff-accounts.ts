import { Inject, Injectable } from '@nestjs/common';
import type { EventLog } from '#platform/event-store/event-log.js';
import { streamName } from '#platform/event-store/stream.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { type StaffAccount, staffAccounts } from '../account/staff-account.state.js';

const ENTRIES_MAX = 1_000;

type Known = { readonly account: StaffAccount | null; readonly next: bigint };
const NOTHING: Known = { account: null, next: 0n };

/**
 * Accounts as they are now: every look reads from the log what came since the last one, so that a
 * sign-out holds at once everywhere, and years of sign-ins are folded once.
 */
@Injectable()
export class StaffAccounts {
  private readonly known = new Map<string, Known>();

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Null when there is none. */
  async find(staffId: string): Promise<StaffAccount | null> {
    const { account: before, next } = this.known.get(staffId) ?? NOTHING;
    const recorded = await this.log.read(streamName(staffAccounts, staffId), next);
    const last = recorded.at(-1);
    if (last === undefined) return before;
    const { evolve, parse } = staffAccounts;
    const events = recorded.map(({ type, data }) => parse(type, data));
    const account = events.reduce(evolve, before);
    if (this.known.size >= ENTRIES_MAX) this.known.clear();
    this.known.set(staffId, { account, next: last.revision + 1n });
    return account;
  }
}
