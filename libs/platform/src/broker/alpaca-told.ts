import { z } from 'zod';
import { parseInstant } from '../core/instant.js';
import { keyIn } from './alpaca-lookups.js';
import { order } from './alpaca-wire.js';
import type { ListedOrder } from './broker-records.js';
import type { ToldAccount, ToldJournal } from './broker-changes.js';

const id = z.string().min(1);
const word = z.string().nullish().catch(null);
const instant = z.string().transform(parseInstant).pipe(z.date());
const maybeInstant = instant.nullish().catch(null);

/** What one message of the journals' stream is about; null when it cannot be read. */
export const toldJournal = (
  json: unknown,
  known: (id: string) => ToldJournal | undefined,
): ToldJournal | null => {
  const { data } = journalEvent.safeParse(json);
  if (data === undefined) return null;
  const journalKey = keyIn(data.idempotency_key) ?? keyIn(data.description);
  const words = [data.status_from, data.status_to];
  const isExecuted = words.some((each) => each !== null && EXECUTED.has(each ?? ''));
  const wasExecuted = isExecuted || known(data.journal_id)?.wasExecuted === true;
  return { id: data.journal_id, journalKey, wasExecuted };
};

const EXECUTED = new Set(['executed', 'activity_created']);

/**
 * The account with its status; one that says nothing of the status leaves it as it was told, and so does
 * an earlier one that comes later, or again.
 */
export const toldAccount = (
  json: unknown,
  known: (id: string) => ToldAccount | undefined,
): ToldAccount | null => {
  const { data } = accountEvent.safeParse(json);
  if (data === undefined) return null;
  const before = known(data.account_id);
  const at = data.at?.toISOString() ?? null;
  const isOfBlocks =
    before?.tellsOfBlocks === true || BLOCKS.some((name) => (data[name] ?? null) !== null);
  const ofBlocks = isOfBlocks ? ({ tellsOfBlocks: true } as const) : {};
  if (before !== undefined && before.at !== null && at !== null && before.at > at)
    return { ...before, ...ofBlocks };
  const status = data.status_to ?? before?.status ?? '';
  return { id: data.account_id, status, at, ...ofBlocks };
};

const BLOCKS = ['account_blocked', 'trading_blocked'] as const;

/** The order as it was then; an earlier state that comes later changes nothing. */
export const toldOrder = (
  json: unknown,
  known: (id: string) => ListedOrder | undefined,
): ListedOrder | null => {
  const { data } = tradeEvent.safeParse(json);
  if (data === undefined) return null;
  const said = order.safeParse(data.order);
  const moment = moments.safeParse(data.order).data;
  const updatedAt = (moment?.updated_at ?? moment?.submitted_at ?? data.at ?? null)?.toISOString();
  if (!said.success || updatedAt === undefined) return null;
  const before = known(said.data.id);
  if (before !== undefined && before.updatedAt > updatedAt) return before;
  return { ...said.data, accountId: data.account_id, updatedAt };
};

const journalEvent = z.object({
  ...{ journal_id: id, idempotency_key: word, description: word },
  ...{ status_from: word, status_to: word },
});
const flag = z.unknown().optional();
const accountEvent = z.object({
  ...{ account_id: id, status_to: word, at: maybeInstant },
  ...{ account_blocked: flag, trading_blocked: flag },
});
const tradeEvent = z.object({ account_id: id, at: maybeInstant, order: z.unknown() });
const moments = z.object({ updated_at: maybeInstant, submitted_at: maybeInstant });
