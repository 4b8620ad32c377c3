import { centsToDecimal } from '#platform/core/money.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import type { ReadRow } from '#platform/read-store/table.js';
import { type Transfer, transfers } from '../transfer/transfer.state.js';
import { proposedTransferTable } from './proposed-transfers.read-model.js';

/** What waits for a second person to ask for the same. */
export type TransferProposal = {
  readonly transferId: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  readonly wanted: 'recorded' | 'reversed';
  /** Who asked first, as an actor of the log. */
  readonly by: string;
  readonly proposedAt: string;
};

type ProposedRow = ReadRow<(typeof proposedTransferTable)['columns']>;

const SHOWN_MAX = 100;

/** Of all partners, the oldest first. The streams decide: a list trails them. */
export const listProposals = async (
  rows: Pick<Rows, 'find'>,
  store: Pick<EventStore, 'load'>,
): Promise<readonly TransferProposal[]> => {
  const search = { orderBy: 'proposedAt', limit: SHOWN_MAX } as const;
  const found = await rows.find(null, proposedTransferTable, search);
  const proposals = found.map(async (row) => proposalOf(row, await store.load(transfers, row.id)));
  return (await Promise.all(proposals)).filter((proposal) => proposal !== null);
};

const proposalOf = (
  { id, partnerId, reference, proposedAt }: ProposedRow,
  transfer: Transfer,
): TransferProposal | null => {
  const { proposal } = transfer;
  if (proposal === null) return null;
  const known = transfer.status === 'absent' ? { reference, amountCents: null } : transfer;
  const amountCents = proposal.amountCents ?? known.amountCents;
  if (known.reference === null || amountCents === null) return null;
  return {
    ...{ transferId: id, partnerId, reference: known.reference, by: proposal.by, proposedAt },
    amount: centsToDecimal(amountCents),
    wanted: proposal.amountCents === null ? 'reversed' : 'recorded',
  };
};
