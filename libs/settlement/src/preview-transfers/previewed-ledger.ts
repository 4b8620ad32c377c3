import { type Cents, cents } from '#kernel/money.js';
import { type SettlementLedger, type OpenLedger, ledgers } from '../ledger/ledger.state.js';
import { type Incoming, type Matched, matchTransfer } from '../ledger/matching.decide.js';

/** Returns the amount that closed periods still owe. */
export const outstandingOf = ({ unsettled }: Pick<SettlementLedger, 'unsettled'>): Cents =>
  cents(unsettled.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0n));

type Paid = { readonly matched: Matched; readonly ledger: OpenLedger };

/** Returns the amounts that a transfer would pay, and the ledger after it. */
export const payInto = (ledger: OpenLedger, incoming: Incoming, now: Date): Paid => {
  const events = matchTransfer(incoming, now)(ledger);
  const [entry] = events;
  if (entry?.type !== 'SettlementTransferMatched') throw new Error('A transfer paid nothing');
  const after = events.reduce<SettlementLedger>(ledgers.evolve, ledger);
  const { matches, creditCents } = entry.data;
  return { matched: { matches, creditCents }, ledger: { ...after, open: ledger.open } };
};
