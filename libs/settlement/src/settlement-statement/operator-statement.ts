import { type Sources, operatorReader } from '../settlement-periods/operator-reader.js';
import type { LineView } from './line.view.js';

/** `total` is how many lines there will be, or were when it began. */
export type OperatorStatement = {
  readonly total: number;
  /** To be read to its end, or returned. */
  readonly parts: AsyncGenerator<readonly LineView[]>;
};

/**
 * A period's statement for operators, out of the log where the read models are behind it; in
 * portions, so that memory does not grow with the period. Null: no such period.
 */
export const operatorStatement = async (
  sources: Sources,
  partnerId: string,
  id: string,
): Promise<OperatorStatement | null> => {
  const { reader, close } = await operatorReader(sources, [partnerId]);
  const page = await reader.lines(partnerId, id, { offset: 0, limit: 0 });
  if (page !== null)
    return { total: page.total, parts: closing(reader.allLines(partnerId, id), close) };
  await close();
  return null;
};

async function* closing<Part>(parts: AsyncIterable<Part>, close: () => Promise<void>) {
  try {
    yield* parts;
  } finally {
    await close();
  }
}
