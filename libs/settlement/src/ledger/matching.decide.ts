import { type Cents, cents } from '#kernel/money.js';
import type { LedgerEvent } from './ledger.events.js';
import type { Decide, UnsettledPeriod } from './ledger.state.js';

/** An entry of a transfer that the ledger does not contain yet; see `transfer`. */
export type Incoming = {
  readonly transferId: string;
  readonly entry: number;
  readonly reference: string;
  readonly amountCents: Cents;
};

type Match = Pick<UnsettledPeriod, 'periodId' | 'number' | 'dueAt'> & {
  readonly amountCents: Cents;
};

/** Pays the oldest period first, and at most its outstanding amount. The rest becomes credit. */
export const matchTransfer =
  (incoming: Incoming, now: Date): Decide =>
  ({ partnerId, unsettled }) => {
    const at = now.toISOString();
    const matches: Match[] = [];
    const settled: LedgerEvent[] = [];
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

/** Takes the payout from the credit of the partner, or declines the payout if the credit is smaller. */
export const payOut =
  (outgoing: Incoming, now: Date): Decide =>
  ({ partnerId, creditCents }) => {
    const data = { partnerId, ...outgoing, at: now.toISOString() };
    if (creditCents < outgoing.amountCents)
      return [{ type: 'SettlementPayoutDeclined', data: { ...data, creditCents } }];
    const taken = { matches: [], creditCents: cents(-outgoing.amountCents) };
    return [{ type: 'SettlementTransferMatched', data: { ...data, ...taken } }];
  };

/** The periods and the credit that an entry went to, as recorded in the transfer's stream. */
export type Matched = { readonly matches: readonly Match[]; readonly creditCents: Cents };

/** The paid periods owe the amount again. The credit is removed even if a period used it already. */
export const reverseTransfer =
  (incoming: Incoming, { matches, creditCents }: Matched, reason: string, now: Date): Decide =>
  ({ partnerId, unsettled }) => {
    const at = now.toISOString();
    const known = new Set(unsettled.map(({ number }) => number));
    const reopened = matches
      .filter(({ number }) => !known.has(number))
      .map(({ periodId, number, dueAt }): LedgerEvent => {
        const data = { partnerId, periodId, number, dueAt, at };
        return { type: 'SettlementPeriodReopened', data };
      });
    const data = { partnerId, ...incoming, matches: [...matches], creditCents, reason, at };
    return [{ type: 'SettlementTransferReversed', data }, ...reopened];
  };
