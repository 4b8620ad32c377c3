import { expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import type { RecordTransfer } from '../record-transfer/record-transfer.handler.js';
import { proposedView } from '../record-transfer/transfer.view.js';
import { ImportTransfers, ImportTransfersHandler } from './import-transfers.handler.js';

const [ada, bob] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

/** Records each reference once. */
const recordingOnce = (): CommandBus => {
  const known = new Set<string>();
  const execute = (command: RecordTransfer) => {
    const transfer = { ...proposedView(command), status: 'recorded' as const };
    const created = !known.has(transfer.id);
    known.add(transfer.id);
    return Promise.resolve({ transfer, created });
  };
  return { execute } as unknown as CommandBus;
};

it('an import names an earlier line with the same transfer, even if a spreadsheet changed it', async () => {
  const rows = [`${ada},17,1`, `${bob},17,1`, `${ada},="17",1.00`, `${ada},'17,1`, `${ada},18,1`];
  const csv = Buffer.from(['partner,reference,amount', ...rows].join('\n'));
  const lines = await new ImportTransfersHandler(recordingOnce()).execute(new ImportTransfers(csv));
  expect(lines.map(({ line, outcome, sameAs }) => [line, outcome, sameAs])).toEqual([
    [2, 'recorded', null],
    [3, 'recorded', null],
    [4, 'known', 2],
    [5, 'known', 2],
    [6, 'recorded', null],
  ]);
});
