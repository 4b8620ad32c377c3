import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { streamName } from '#kernel/event-store/stream.js';
import { parseLedgerEvent } from '../ledger/ledger.events.js';
import { ledgers } from '../ledger/ledger.state.js';

/** Log positions of a period. Its events are after `after` and before `cutOff`. */
export type PeriodRange = {
  readonly partnerId: string;
  readonly after: bigint;
  readonly cutOff: bigint;
};

/** Usually enough ledger events to reach both cut-offs of a period. */
const LEDGER_EVENTS_AT_FIRST = 200n;

/**
 * Returns the range of a period that was cut off, from the partner's ledger. `revision`: the
 * ledger's last revision.
 * @throws {Error} if the log lacks the cut-off
 */
export const rangeOf = async (
  log: EventLog,
  partnerId: string,
  number: number,
  revision: bigint,
): Promise<PeriodRange> => {
  const name = streamName(ledgers, partnerId);
  const from = revision > LEDGER_EVENTS_AT_FIRST ? revision - LEDGER_EVENTS_AT_FIRST : 0n;
  const found = await rangeIn(log, partnerId, number, await log.read(name, from));
  const range = found ?? (await rangeIn(log, partnerId, number, await log.read(name)));
  if (range === null) throw new Error(`${name} lacks the cut-off of period ${number}`);
  return range;
};

/** Returns null if the events of the ledger after `from` lack a cut-off of the period. */
const rangeIn = async (
  log: EventLog,
  partnerId: string,
  number: number,
  events: readonly RecordedEvent[],
): Promise<PeriodRange | null> => {
  const cutOff = cutOffIn(events, number);
  const after =
    number === 1 ? await creationPosition(log, partnerId) : cutOffIn(events, number - 1);
  return cutOff === null || after === null ? null : { partnerId, after, cutOff };
};

const cutOffIn = (events: readonly RecordedEvent[], number: number): bigint | null => {
  const isOf = ({ type, data }: RecordedEvent): boolean => {
    if (type !== 'SettlementCutOffReached') return false;
    const event = parseLedgerEvent(type, data);
    return event.type === 'SettlementCutOffReached' && event.data.number === number;
  };
  return events.find(isOf)?.position ?? null;
};

/** Returns the position of the partner's first event, at which the first period opens. */
const creationPosition = async (log: EventLog, partnerId: string): Promise<bigint | null> =>
  (await log.read(`partner-${partnerId}`, 0n, 0n))[0]?.position ?? null;
