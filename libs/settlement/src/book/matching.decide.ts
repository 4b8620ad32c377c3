import { type Cents, cents } from '#platform/core/money.js';
import type { BookEvent } from './book.events.js';
import type { Decide, UnsettledPeriod } from './book.state.js';

/** An entry of a transfer that the book has not seen; see `transfer`. */
export type Incoming = {
  readonly transferId: string;
  readonly entry: number;
  readonly reference: string;
  readonly amountCents: Cents;
};

type Match = Pick<UnsettledPeriod, 'periodId' | 'number' | 'dueAt'> & {
  readonly amountCents: Cents;
};

/** Oldest first, never more than is outstanding; what is left over is credit. */
export const matchTransfer =
  (incoming: Incoming, now: Date): Decide =>
  ({ partnerId, unsettled }) => {
    const at = now.toISOString();
    const matches: Match[] = [];
    const settled: BookEvent[] = [];
    let left: bigint = incoming.amountCents;
    for (const { periodId, number, dueAt, outstandingCents } of unsettled) {
      if (left === 0n) break;
      const amountCents = outstandingCents < left ? outstandingCents : cents(left);
      matches.push({ periodId, number, dueAt, amountCents });
      left -= amountCents;
      if (amountCents < outstandingCents) break;
      settled.push({ type: 'SettlementPeriodSettled', data: { partnerId, periodId, number, at } });
    }
    const data = { partnerId, ...incoming, matches, creditCents: cents(left), at };
    return [{ type: 'SettlementTransferMatched', data }, ...settled];
  };

/** What an entry was matched to, as its own stream remembers. */
export type Matched = { readonly matches: readonly Match[]; readonly creditCents: Cents };

/** The periods it went to owe it again; its credit is gone, even where it was taken already. */
export const reverseTransfer =
  (incoming: Incoming, { matches, creditCents }: Matched, reason: string, now: Date): Decide =>
  ({ partnerId, unsettled }) => {
    const at = now.toISOString();
    const known = new Set(unsettled.map(({ number }) => number));
    const reopened = matches
      .filter(({ number }) => !known.has(number))
      .map(({ periodId, number, dueAt }): BookEvent => {
        const data = { partnerId, periodId, number, dueAt, at };
        return { type: 'SettlementPeriodReopened', data };
      });
    const data = { partnerId, ...incoming, matches: [...matches], creditCents, reason, at };
    return [{ type: 'SettlementTransferReversed', data }, ...reopened];
  };
