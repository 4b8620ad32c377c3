import { expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Rows } from '#read-models/rows.js';
import { after } from '../ledger/ledger.examples.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { PreviewTransfers, PreviewTransfersHandler } from './preview-transfers.handler.js';

const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
const partner = '11111111-1111-4111-8111-111111111111';

const about = { transferId: transferId(partner, 'R'), partnerId: partner };
const at = '2026-03-16T12:00:00.000Z';
const entry = { ...about, reference: 'R', amountCents: cents(100), ledgerRevision: '4', at };
const bookedAs = (number: number): TransferEvent => ({
  type: 'TransferBooked',
  data: { ...about, entry: number, matches: [], creditCents: cents(0), at },
});
const REVERSED: readonly TransferEvent[] = [
  { type: 'TransferRecorded', data: { ...entry, kind: 'payment', entry: 1 } },
  bookedAs(1),
  { type: 'TransferReversed', data: { ...entry, entry: 2, reason: 'mistyped' } },
];

const proposedBy = (by: string): TransferEvent => ({
  type: 'TransferProposed',
  data: { ...about, reference: 'R', by, kind: 'payment', amountCents: cents(1_000), at },
});
const ONE_PERSON = { twoPersonTransfersAboveCents: null };

it.each<[string, readonly TransferEvent[], string, object]>([
  [
    'whose reversal is not in the ledger yet',
    REVERSED,
    '2.00',
    { outcome: 'refused', reason: expect.stringContaining('Try again') },
  ],
  [
    'that was reversed, and stays so',
    [...REVERSED, bookedAs(2)],
    '1.00',
    { outcome: 'known', reason: expect.stringContaining('stays reversed') },
  ],
])('a preview shows a reference %s', async (_, events, amount, expected) => {
  const store = new EventStore(new InMemoryEventLog());
  const ledgers = { load: () => Promise.resolve({ state: after() }) } as unknown as LedgerStore;
  await store.transact(transfers, about.transferId, () => events, operatorCause(partner));
  const csv = `partner,reference,amount\n${partner},R,${amount}\n${partner},S,3.00`;
  const command = new PreviewTransfers(Buffer.from(csv));
  const lines = await new PreviewTransfersHandler(store, ledgers, ONE_PERSON).execute(command);
  expect(lines).toMatchObject([expected, { outcome: 'new', reason: '' }]);
});

it.each([
  ['nobody', [], '9.99', { outcome: 'new', reason: '' }],
  ['nobody', [], '10.00', { outcome: 'proposed', reason: 'A second person must record it too' }],
  ['the same person', [proposedBy('staff:a')], '10.00', { outcome: 'proposed' }],
  ['another person', [proposedBy('staff:b')], '10.00', { outcome: 'new' }],
])(
  'a preview shows a large transfer that %s recorded',
  async (_, events: readonly TransferEvent[], amount, expected) => {
    const store = new EventStore(new InMemoryEventLog());
    const ledgers = { load: () => Promise.resolve({ state: after() }) } as unknown as LedgerStore;
    await store.transact(transfers, about.transferId, () => events, operatorCause(partner));
    const csv = Buffer.from(`partner,reference,amount\n${partner},R,${amount}`);
    const handler = new PreviewTransfersHandler(store, ledgers, {
      twoPersonTransfersAboveCents: cents(999),
    });
    const lines = await handler.execute(new PreviewTransfers(csv, { actor: 'staff:a' }));
    expect(lines).toMatchObject([expected]);
  },
);

it('a preview of many lines does not block the event loop', async () => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  const ledgers = new LedgerStore(log, store, noRows);
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  const load = ledgers.load.bind(ledgers);
  ledgers.load = (of) => {
    if (turns === 0) setImmediate(turn);
    return load(of);
  };
  const lines = Array.from({ length: 14_000 }, (_, i) => `${partner},R-${i},1`);
  const csv = Buffer.from(['partner,reference,amount', ...lines].join('\n'));
  const previewed = await new PreviewTransfersHandler(store, ledgers, ONE_PERSON).execute(
    new PreviewTransfers(csv),
  );
  isOver = true;
  expect(previewed).toHaveLength(14_000);
  expect(turns).toBeGreaterThan(3);
});
