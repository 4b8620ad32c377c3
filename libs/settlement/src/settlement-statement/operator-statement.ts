import { type Sources, operatorReader } from '../settlement-periods/operator-reader.js';
import type { LineView } from './line.view.js';

/** `total` is the number of lines when the read began. */
export type OperatorStatement = {
  readonly total: number;
  /** The caller must read it to the end or call `return`. */
  readonly parts: AsyncGenerator<readonly LineView[]>;
};

/**
 * Returns a period's statement for operators, or null if the period does not exist. Reads the log if
 * the read models are behind. The portions keep memory independent of the size of the period.
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
