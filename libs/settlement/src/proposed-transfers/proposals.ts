import { centsToDecimal } from '#kernel/money.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Rows } from '#read-models/rows.js';
import type { ReadRow } from '#kernel/projection/table.js';
import { type Transfer, type TransferKind, transfers } from '../transfer/transfer.state.js';
import { proposedTransferTable } from './proposed-transfers.projection.js';

/** A request that waits for a second person. */
export type TransferProposal = {
  readonly transferId: string;
  readonly partnerId: string;
  readonly kind: TransferKind;
  readonly reference: string;
  readonly amount: string;
  readonly wanted: 'recorded' | 'reversed';
  /** The first person, as an actor of the log. */
  readonly by: string;
  readonly proposedAt: string;
};

type ProposedRow = ReadRow<(typeof proposedTransferTable)['columns']>;

const SHOWN_MAX = 100;

/** Lists the proposals of all partners, the oldest first. Drops those that the streams no longer have. */
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
    ...{ transferId: id, partnerId, kind: proposal.kind, reference: known.reference },
    ...{ by: proposal.by, proposedAt },
    amount: centsToDecimal(amountCents),
    wanted: proposal.amountCents === null ? 'reversed' : 'recorded',
  };
};
