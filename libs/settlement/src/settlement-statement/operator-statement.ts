import { parseDepositEvent } from '#funding';
import type { EventLog } from '#platform/event-store/event-log.js';
import { categoryOf } from '#platform/event-store/stream.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { parseBookEvent } from '../book/book.events.js';
import { type Sources, operatorReaders, upToDate } from '../settlement-periods/folded-reader.js';
import { type Line, lineOf } from '../settlement-periods/line.js';
import { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { type LineView, lineView } from './line.view.js';

const LINES_AT_ONCE = 500;

/** `total` is how many lines there will be, or were when it began. */
export type OperatorStatement = {
  readonly total: number;
  readonly parts: AsyncIterable<readonly LineView[]>;
};

/**
 * A period's statement for operators, out of Redis where it holds what the log does, else out of the
 * log; in portions, so that memory does not grow with the period. Null: no such period.
 */
export const operatorStatement = async (
  sources: Sources,
  partnerId: string,
  id: string,
): Promise<OperatorStatement | null> => {
  const { log, models, projection } = sources;
  const doc = id.toLowerCase();
  const reader = (await operatorReaders(sources, [partnerId])).get(partnerId);
  const [found = null] = (await reader?.gathered(partnerId, [doc])) ?? [];
  if (found === null) return null;
  const { count = 0, adjustmentCount = 0 } = found.sums;
  const total = Number(count) + Number(adjustmentCount);
  const inRedis = (await upToDate(models, projection.name, [partnerId])).has(partnerId);
  const parts = inRedis
    ? new SettlementReader(models).allLines(partnerId, doc)
    : loggedLines(log, partnerId, Number(found.period['number']));
  return { total, parts };
};

/** The lines of one period as they stand in the log. */
async function* loggedLines(
  log: EventLog,
  partnerId: string,
  number: number,
): AsyncGenerator<readonly LineView[]> {
  let open = 1;
  let part: LineView[] = [];
  for await (const { metadata, stream, type, data } of walkLog(log)) {
    if (metadata.partnerId !== partnerId) continue;
    const category = categoryOf(stream);
    if (category === 'settlement') {
      const event = parseBookEvent(type, data);
      if (event.type === 'SettlementCutOffReached') open = event.data.next.number;
    }
    if (open > number) break;
    if (category !== 'deposit' || open < number) continue;
    const found = lineOf(parseDepositEvent(type, data));
    if (found === null) continue;
    part.push(await viewOf(log, stream, found.line));
    if (part.length < LINES_AT_ONCE) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** Only a deposit's first event tells its externalId. */
const viewOf = async (log: EventLog, stream: string, line: Line): Promise<LineView> => {
  const [first] = await log.read(stream);
  const requested = first === undefined ? null : parseDepositEvent(first.type, first.data);
  const externalId = requested?.type === 'DepositRequested' ? requested.data.externalId : '';
  const amounts = { grossCents: `${line.grossCents}`, feeCents: `${line.feeCents}` };
  return lineView({ ...line, ...amounts }, externalId);
};
