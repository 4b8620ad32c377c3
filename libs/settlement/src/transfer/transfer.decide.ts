import { type Cents, centsToDecimal } from '#kernel/money.js';
import { conflict, notFound, unacceptable, unavailable } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { Matched } from '../ledger/matching.decide.js';
import type { TransferEvent } from './transfer.events.js';
import {
  type KnownTransfer,
  type Proposal,
  type Transfer,
  type TransferKind,
  sameReference,
  transferId,
} from './transfer.state.js';

type Decide = Decision<Transfer, TransferEvent>;

export type Recording = {
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly kind: TransferKind;
};

/** Two people must request the same above this amount. Null: one person is enough. */
export type TwoPersonRule = { readonly by: string; readonly aboveCents: Cents | null };

const ONE_IS_ENOUGH: TwoPersonRule = { by: '', aboveCents: null };

/**
 * Records a transfer. A repeat is ignored. A reversed transfer can be corrected with another
 * amount under the same reference. Wrong amounts stay reversed, so importing a file again is safe.
 * A payout that the ledger declined can be recorded again.
 */
export const recordTransfer =
  (recording: Recording, ledgerRevision: bigint, now: Date, rule = ONE_IS_ENOUGH): Decide =>
  (transfer) => {
    const { partnerId, amountCents, kind } = recording;
    const reference = sameReference(recording.reference);
    requireSameKind(transfer, recording);
    const isDeclined = transfer.status === 'reversed' && transfer.declined;
    const isSameAmount = transfer.status !== 'absent' && transfer.amountCents === amountCents;
    if (isSameAmount && !isDeclined) return [];
    if (transfer.status === 'recorded')
      throw conflict(
        'reference_already_exists',
        `The reference ${reference} is recorded with ${centsToDecimal(transfer.amountCents)}`,
      );
    if (transfer.status === 'reversed') {
      if (transfer.reversedCents.includes(amountCents)) return [];
      requireBooked(transfer);
    }
    const id = transferId(partnerId, reference);
    const proposal = { by: rule.by, kind, amountCents };
    if (needsAnother(rule, amountCents, transfer.proposal, proposal)) {
      if (isSame(transfer.proposal, proposal)) return [];
      const proposed = { transferId: id, partnerId, reference, ...proposal, at: now.toISOString() };
      return [{ type: 'TransferProposed', data: proposed }];
    }
    const entry = transfer.status === 'absent' ? 1 : transfer.entry + 1;
    const about = { transferId: id, partnerId, reference, entry, kind, amountCents };
    const data = { ...about, ledgerRevision: `${ledgerRevision}`, at: now.toISOString() };
    return [{ type: 'TransferRecorded', data }];
  };

/** Rejects a new payout above the partner's credit. A repeat of a payout needs no credit. */
export const withinCredit =
  ({ kind, amountCents }: Recording, creditCents: Cents, decide: Decide): Decide =>
  (transfer) => {
    const events = decide(transfer);
    if (kind === 'payout' && events.length > 0 && amountCents > creditCents)
      throw aboveCredit(creditCents);
    return events;
  };

export const aboveCredit = (creditCents: Cents) =>
  unacceptable({
    pointer: '/amount',
    code: 'payout_above_credit',
    detail: `must be at most the credit of the partner, ${centsToDecimal(creditCents)}`,
  });

/** Reverses the latest recording. A repeat is ignored. */
export const reverseRecording =
  (reason: string, ledgerRevision: bigint, now: Date, rule = ONE_IS_ENOUGH): Decide =>
  (transfer) => {
    if (transfer.status === 'absent')
      throw notFound('transfer_not_found', 'A transfer with this reference does not exist');
    if (transfer.status === 'reversed') return [];
    requireBooked(transfer);
    const { transferId: id, partnerId, reference, amountCents } = transfer;
    const at = now.toISOString();
    const proposal = { by: rule.by, kind: transfer.kind, amountCents: null };
    if (needsAnother(rule, amountCents, transfer.proposal, proposal)) {
      if (isSame(transfer.proposal, proposal)) return [];
      const proposed = { transferId: id, partnerId, reason, by: rule.by, at };
      return [{ type: 'TransferReversalProposed', data: proposed }];
    }
    const about = { transferId: id, partnerId, reference, amountCents };
    const entry = transfer.entry + 1;
    const data = { ...about, entry, reason, ledgerRevision: `${ledgerRevision}`, at };
    return [{ type: 'TransferReversed', data }];
  };

/** Ends a payout that the ledger declined. */
export const declinePayout =
  (entry: number, now: Date): Decide =>
  (transfer) => {
    if (transfer.status === 'absent' || transfer.booked || transfer.entry !== entry) return [];
    const { transferId: id, partnerId } = transfer;
    const data = { transferId: id, partnerId, entry, at: now.toISOString() };
    return [{ type: 'TransferDeclined', data }];
  };

export const confirmBooked =
  (entry: number, { matches, creditCents }: Matched, now: Date): Decide =>
  (transfer) => {
    if (transfer.status === 'absent' || transfer.booked || transfer.entry !== entry) return [];
    const about = { transferId: transfer.transferId, partnerId: transfer.partnerId, entry };
    const data = { ...about, matches: [...matches], creditCents, at: now.toISOString() };
    return [{ type: 'TransferBooked', data }];
  };

/** Returns whether a second person must still request the same. */
const needsAnother = (
  { aboveCents }: TwoPersonRule,
  amountCents: Cents,
  before: Proposal | null,
  proposed: Proposal,
): boolean => {
  if (aboveCents === null || amountCents <= aboveCents) return false;
  return before === null || before.by === proposed.by || !wantsSame(before, proposed);
};

const wantsSame = (before: Proposal, proposed: Proposal): boolean =>
  before.amountCents === proposed.amountCents && before.kind === proposed.kind;

const isSame = (before: Proposal | null, proposed: Proposal): boolean =>
  before?.by === proposed.by && wantsSame(before, proposed);

/** Payments and payouts share the references of the partner. */
const requireSameKind = (transfer: Transfer, { kind, reference }: Recording): void => {
  if (transfer.status === 'absent' || transfer.kind === kind) return;
  const detail = `The reference ${sameReference(reference)} belongs to a ${transfer.kind}`;
  throw conflict('reference_already_exists', detail);
};

/** Entries are booked one after the other. Otherwise a later entry would hide a missing one. */
const requireBooked = ({ booked, reference }: KnownTransfer): void => {
  if (booked) return;
  const detail = `The last entry of transfer ${reference} is not in the ledger yet. Try again.`;
  throw unavailable('temporarily_unavailable', detail);
};
