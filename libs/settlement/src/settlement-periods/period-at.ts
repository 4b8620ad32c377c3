import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { streamName } from '#platform/event-store/stream.js';
import { parseBookEvent } from '../book/book.events.js';
import { books } from '../book/book.state.js';
import { type Sources, operatorReader } from './operator-reader.js';
import type { SettlementView } from './settlement.view.js';

/** Where something counts. */
export type PeriodAt = {
  /** Null while the partner has no such period in the read model. */
  readonly period: SettlementView | null;
  /** What has ended the period so far, in the order of the log. */
  readonly events: readonly RecordedEvent[];
};

/** The period of a partner in which what stands at a place of the log counts: the boundary is a place. */
export const periodAt = async (
  sources: Sources,
  partnerId: string,
  position: bigint,
): Promise<PeriodAt> => {
  const book = await sources.log.read(streamName(books, partnerId));
  const isCutOff = ({ type, position: at }: RecordedEvent) =>
    type === 'SettlementCutOffReached' && at > position;
  const cutOff = book.find(isCutOff);
  const periodId = cutOff === undefined ? null : periodOf(cutOff);
  const { reader, close } = await operatorReader(sources, [partnerId]);
  try {
    if (periodId !== null) {
      const events = book.filter((event) => periodOf(event) === periodId);
      return { period: await reader.get(partnerId, periodId), events };
    }
    const { settlements } = await reader.list(partnerId, { status: 'open', offset: 0, limit: 1 });
    return { period: settlements[0] ?? null, events: [] };
  } finally {
    await close();
  }
};

/** Of events about one period. */
const periodOf = (event: RecordedEvent): string | null => {
  const { data } = parseBookEvent(event.type, event.data);
  return 'periodId' in data ? data.periodId : null;
};
