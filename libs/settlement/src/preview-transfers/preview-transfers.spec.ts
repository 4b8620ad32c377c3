import { expect, it } from '@jest/globals';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { Rows } from '#platform/read-store/rows.js';
import { BookStore } from '../book/book-store.js';
import { PreviewTransfers } from './preview-transfers.command.js';
import { PreviewTransfersHandler } from './preview-transfers.handler.js';

const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
const partner = '11111111-1111-4111-8111-111111111111';

it('a preview of many lines lets others go on after the file is read, too', async () => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  const books = new BookStore(log, store, noRows);
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  const load = books.load.bind(books);
  books.load = (of) => {
    if (turns === 0) setImmediate(turn);
    return load(of);
  };
  const lines = Array.from({ length: 14_000 }, (_, i) => `${partner},R-${i},1`);
  const csv = Buffer.from(['partner,reference,amount', ...lines].join('\n'));
  const previewed = await new PreviewTransfersHandler(store, books).execute(
    new PreviewTransfers(csv),
  );
  isOver = true;
  expect(previewed).toHaveLength(14_000);
  expect(turns).toBeGreaterThan(3);
});
