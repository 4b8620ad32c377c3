import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { insert, remove } from '#kernel/projection/row-change.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { rowsAfter } from '../../../../test/support/given.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import { type Transfer, transferId, transfers } from '../transfer/transfer.state.js';
import { proposedTransferTable, proposedTransfers } from './proposed-transfers.projection.js';
import { listProposals } from './proposals.js';

const at = '2026-03-16T12:00:00.000Z';
const [partnerId, reference] = ['0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90', 'BANK-1'];
const id = transferId(partnerId, reference);
const about = { transferId: id, partnerId, reference, amountCents: cents(20_000_00) };

const recordedBy = (entry: number): TransferEvent => ({
  type: 'TransferRecorded',
  data: { ...about, kind: 'payment', entry, ledgerRevision: '4', at },
});
const proposed: TransferEvent = {
  type: 'TransferProposed',
  data: { ...about, kind: 'payment', by: 'ada', at },
};
const reversalProposed: TransferEvent = {
  type: 'TransferReversalProposed',
  data: { transferId: id, partnerId, reason: 'mistyped', by: 'ada', at },
};
const reversed: TransferEvent = {
  type: 'TransferReversed',
  data: { ...about, entry: 2, reason: 'mistyped', ledgerRevision: '9', at },
};
const changes = (event: TransferEvent) => proposedTransfers.project(event, {} as RecordedEvent);

describe('proposals in the read model', () => {
  it.each([
    ['to record one', proposed, reference],
    ['to reverse one', reversalProposed, null],
  ])('come with the request %s', (_, event, kept) =>
    expect(changes(event)).toEqual([
      insert(proposedTransferTable, { id, reference: kept, proposedAt: at }),
    ]),
  );
  it('are listed with those of other transfers', () => {
    const other = { ...proposed, data: { ...proposed.data, transferId: 't-2' } } as TransferEvent;
    const { proposedTransfers: rows } = rowsAfter(proposedTransfers, proposed, other, reversed);
    expect(rows).toMatchObject([{ id: 't-2' }]);
  });
  it.each([recordedBy(1), reversed])('end with $type', (event) =>
    expect(changes(event)).toEqual([remove(proposedTransferTable, { id })]),
  );
});

describe('the list of proposals', () => {
  const list = (kept: string | null, ...history: TransferEvent[]) => {
    const rows = [{ id, partnerId, reference: kept, proposedAt: at }];
    const state = history.reduce<Transfer>(transfers.evolve, transfers.initial);
    const sources = [{ find: () => Promise.resolve(rows) }, { load: () => Promise.resolve(state) }];
    return listProposals(...(sources as unknown as Parameters<typeof listProposals>));
  };
  const transfer = { transferId: id, partnerId, kind: 'payment', reference };
  const shown = { ...transfer, amount: '20000.00', proposedAt: at };

  it('shows a proposal to record', async () =>
    expect(await list(reference, proposed)).toEqual([{ ...shown, wanted: 'recorded', by: 'ada' }]));
  it('shows a proposal to reverse', async () =>
    expect(await list(null, recordedBy(1), reversalProposed)).toEqual([
      { ...shown, wanted: 'reversed', by: 'ada' },
    ]));
  it('omits a proposal that a second person has approved since', async () =>
    expect(await list(null, recordedBy(1), reversalProposed, reversed)).toEqual([]));
});
