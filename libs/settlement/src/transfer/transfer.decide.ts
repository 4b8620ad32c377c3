import { type Cents, centsToDecimal } from '#platform/core/money.js';
import { conflict, notFound, unavailable } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { Matched } from '../book/matching.decide.js';
import type { TransferEvent } from './transfer.events.js';
import {
  type KnownTransfer,
  type Proposal,
  type Transfer,
  sameReference,
  transferId,
} from './transfer.state.js';

type Decide = Decision<Transfer, TransferEvent>;

export type Recording = {
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
};

/** Above the amount two people must ask for the same; null: one is enough. */
type TwoPersonRule = { readonly by: string; readonly aboveCents: Cents | null };

const ONE_IS_ENOUGH: TwoPersonRule = { by: '', aboveCents: null };

/**
 * A repeat changes nothing. A reversed one may be corrected by another amount under the same
 * reference; the amounts that were wrong stay reversed, so that reading a file again is harmless.
 */
export const recordTransfer =
  (recording: Recording, bookRevision: bigint, now: Date, rule = ONE_IS_ENOUGH): Decide =>
  (transfer) => {
    const { partnerId, amountCents } = recording;
    const reference = sameReference(recording.reference);
    if (transfer.status !== 'absent' && transfer.amountCents === amountCents) return [];
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
    const proposal = { by: rule.by, amountCents };
    if (needsAnother(rule, amountCents, transfer.proposal, proposal)) {
      if (isSame(transfer.proposal, proposal)) return [];
      const asked = { transferId: id, partnerId, reference, ...proposal, at: now.toISOString() };
      return [{ type: 'TransferProposed', data: asked }];
    }
    const entry = transfer.status === 'absent' ? 1 : transfer.entry + 1;
    const about = { transferId: id, partnerId, reference, entry, amountCents };
    const data = { ...about, bookRevision: `${bookRevision}`, at: now.toISOString() };
    return [{ type: 'TransferRecorded', data }];
  };

/** A repeat changes nothing. */
export const reverseRecording =
  (reason: string, bookRevision: bigint, now: Date, rule = ONE_IS_ENOUGH): Decide =>
  (transfer) => {
    if (transfer.status === 'absent')
      throw notFound('transfer_not_found', 'There is no transfer with this reference');
    if (transfer.status === 'reversed') return [];
    requireBooked(transfer);
    const { transferId: id, partnerId, reference, amountCents } = transfer;
    const at = now.toISOString();
    const proposal = { by: rule.by, amountCents: null };
    if (needsAnother(rule, amountCents, transfer.proposal, proposal)) {
      if (isSame(transfer.proposal, proposal)) return [];
      const asked = { transferId: id, partnerId, reason, by: rule.by, at };
      return [{ type: 'TransferReversalProposed', data: asked }];
    }
    const about = { transferId: id, partnerId, reference, amountCents };
    const entry = transfer.entry + 1;
    const data = { ...about, entry, reason, bookRevision: `${bookRevision}`, at };
    return [{ type: 'TransferReversed', data }];
  };

export const confirmBooked =
  (entry: number, { matches, creditCents }: Matched, now: Date): Decide =>
  (transfer) => {
    if (transfer.status === 'absent' || transfer.booked || transfer.entry !== entry) return [];
    const about = { transferId: transfer.transferId, partnerId: transfer.partnerId, entry };
    const data = { ...about, matches: [...matches], creditCents, at: now.toISOString() };
    return [{ type: 'TransferBooked', data }];
  };

/** Whether the one who asks is alone with it. */
const needsAnother = (
  { aboveCents }: TwoPersonRule,
  amountCents: Cents,
  before: Proposal | null,
  asked: Proposal,
): boolean => {
  if (aboveCents === null || amountCents <= aboveCents) return false;
  return before === null || before.by === asked.by || before.amountCents !== asked.amountCents;
};

const isSame = (before: Proposal | null, asked: Proposal): boolean =>
  before?.by === asked.by && before.amountCents === asked.amountCents;

/** Entries go into the book one after the other, or one would hide that another is missing. */
const requireBooked = ({ booked, reference }: KnownTransfer): void => {
  if (booked) return;
  const detail = `The last entry of transfer ${reference} is not in the book yet. Try again.`;
  throw unavailable('temporarily_unavailable', detail);
};
