import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { streamName } from '#kernel/event-store/stream.js';
import { parseLedgerEvent } from '../ledger/ledger.events.js';
import { ledgers } from '../ledger/ledger.state.js';
import { type Sources, operatorReader } from './operator-reader.js';
import type { SettlementView } from './settlement.view.js';

/** The period that a log position belongs to. */
export type PeriodAt = {
  /** Null while the read model lacks the period. */
  readonly period: SettlementView | null;
  /** Events that ended the period so far, in log order. */
  readonly events: readonly RecordedEvent[];
};

/** Finds the period of a partner that contains a log position. */
export const periodAt = async (
  sources: Sources,
  partnerId: string,
  position: bigint,
): Promise<PeriodAt> => {
  const ledger = await sources.log.read(streamName(ledgers, partnerId));
  const isCutOff = ({ type, position: at }: RecordedEvent) =>
    type === 'SettlementCutOffReached' && at > position;
  const cutOff = ledger.find(isCutOff);
  const periodId = cutOff === undefined ? null : periodOf(cutOff);
  const { reader, close } = await operatorReader(sources, [partnerId]);
  try {
    if (periodId !== null) {
      const events = ledger.filter((event) => periodOf(event) === periodId);
      return { period: await reader.get(partnerId, periodId), events };
    }
    const { settlements } = await reader.list(partnerId, { status: 'open', offset: 0, limit: 1 });
    return { period: settlements[0] ?? null, events: [] };
  } finally {
    await close();
  }
};

/** Id of the period that an event is about, or null. */
const periodOf = (event: RecordedEvent): string | null => {
  const { data } = parseLedgerEvent(event.type, event.data);
  return 'periodId' in data ? data.periodId : null;
};
