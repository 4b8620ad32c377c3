import { z } from 'zod';
import { parseInstant } from '#kernel/instant.js';
import { keyIn, namedIn } from './alpaca-lookups.js';
import { order } from './alpaca-wire.js';
import type { ListedOrder } from './broker-records.js';
import type { ReportedAccount, ReportedJournal } from './broker-changes.js';

const id = z.string().min(1);
const word = z.string().nullish().catch(null);
const instant = z.string().transform(parseInstant).pipe(z.date());
const maybeInstant = instant.nullish().catch(null);

/** Returns the journal that a message of the stream is about; null if it is unreadable. */
export const reportedJournal = (
  json: unknown,
  known: (id: string) => ReportedJournal | undefined,
): ReportedJournal | null => {
  const { data } = journalEvent.safeParse(json);
  if (data === undefined) return null;
  const journalKey = keyIn(data.idempotency_key) ?? namedIn(data.description, data.journal_id);
  const words = [data.status_from, data.status_to];
  const isExecuted = words.some((each) => each !== null && EXECUTED.has(each ?? ''));
  const wasExecuted = isExecuted || known(data.journal_id)?.wasExecuted === true;
  return { id: data.journal_id, journalKey, wasExecuted };
};

const EXECUTED = new Set(['executed', 'activity_created']);

/**
 * Returns the account with its last status. An event without a status, an older one, or a repeated
 * one leaves the status unchanged.
 */
export const reportedAccount = (
  json: unknown,
  known: (id: string) => ReportedAccount | undefined,
): ReportedAccount | null => {
  const { data } = accountEvent.safeParse(json);
  if (data === undefined) return null;
  const before = known(data.account_id);
  const at = data.at?.toISOString() ?? null;
  const hasBlockMention =
    before?.mentionsBlocks === true || BLOCKS.some((name) => (data[name] ?? null) !== null);
  const blockMention = hasBlockMention ? ({ mentionsBlocks: true } as const) : {};
  if (before !== undefined && before.at !== null && at !== null && before.at > at)
    return { ...before, ...blockMention };
  const status = data.status_to ?? before?.status ?? '';
  return { id: data.account_id, status, at, ...blockMention };
};

const BLOCKS = ['account_blocked', 'trading_blocked'] as const;

/** Returns the order of the message. An older state that arrives later is ignored. */
export const reportedOrder = (
  json: unknown,
  known: (id: string) => ListedOrder | undefined,
): ListedOrder | null => {
  const { data } = tradeEvent.safeParse(json);
  if (data === undefined) return null;
  const reported = order.safeParse(data.order);
  const moment = moments.safeParse(data.order).data;
  const updatedAt = (moment?.updated_at ?? moment?.submitted_at ?? data.at ?? null)?.toISOString();
  if (!reported.success || updatedAt === undefined) return null;
  const before = known(reported.data.id);
  if (before !== undefined && before.updatedAt > updatedAt) return before;
  return { ...reported.data, accountId: data.account_id, updatedAt };
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
