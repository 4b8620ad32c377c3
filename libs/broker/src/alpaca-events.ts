import { z } from 'zod';
import { doubling, reconnecting } from '#kernel/concurrency/retry.js';
import type { Logger } from '#kernel/logger.js';
import { type Frame, openFrames, StreamRefused } from '#http/outbound/outbound-events.js';
import type { OutboundHttp } from '#http/outbound/outbound-http.js';
import { brokerEventsSkipped } from '#kernel/metrics.js';
import { keyIn, namedIn } from './alpaca-lookups.js';
import { jsonIn } from './alpaca-replay.js';
import type { BrokerNotification, NotificationBatch } from './broker.js';

/** First pause before a broken broker stream is reopened. It doubles each time. */
const BROKER_STREAM_PAUSE_FIRST_MS = 200;
/** Longest such pause, so that fills and credits are noticed soon. */
const BROKER_STREAM_PAUSE_MAX_MS = 5_000;

type Stream = BrokerNotification['stream'];

/**
 * `silenceMs`: time without a byte, including heartbeats, after which the connection counts as
 * dead.
 */
export type StreamOptions = {
  readonly stream: Stream;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  readonly silenceMs: number;
  readonly logger: Logger | null;
};

/**
 * Yields the notifications of one stream in batches as they arrive. Reconnects after a break and
 * resumes after the last event with an id. If the broker no longer knows the cursor, continues
 * live, because ids may be renumbered. Skips unreadable messages.
 */
export const notificationsFrom = (
  http: OutboundHttp,
  options: StreamOptions,
): AsyncGenerator<NotificationBatch> => {
  const { stream, signal, logger } = options;
  const position: Position = { after: options.cursor, skipped: new Set() };
  const onFailure = (error: unknown, failures: number) => {
    if (isCursorRefusal(error)) position.after = null;
    const reason = error instanceof StreamRefused ? error.message : 'the connection broke';
    logger?.warn({ stream, failures, reason }, 'broker stream ended');
  };
  return reconnecting({ signal, backoff: streamBackoff, onFailure }, (delivered) =>
    connection(http, options, position, delivered),
  );
};

/** Half of the pause is random, so that readers do not reconnect at once. */
const streamBackoff = doubling(BROKER_STREAM_PAUSE_FIRST_MS, BROKER_STREAM_PAUSE_MAX_MS, 0.5);

/**
 * `skipped`: messages that were already logged as skipped, because each connection repeats them.
 */
type Position = { after: string | null; readonly skipped: Set<string> };

const SKIPPED_KNOWN_MAX = 1_000;

async function* connection(
  http: OutboundHttp,
  { stream, signal, silenceMs, logger }: StreamOptions,
  position: Position,
  delivered: () => void,
): AsyncGenerator<NotificationBatch> {
  const { path, cursorName } = STREAMS[stream];
  const query = position.after === null ? {} : { [cursorName]: position.after };
  for await (const frames of openFrames(http, { method: 'GET', path, query }, signal, silenceMs)) {
    if (signal.aborted) return;
    if (frames.length > 0) delivered();
    const gap = frames.findIndex(isGap);
    const notifications: BrokerNotification[] = [];
    let cursor = position.after;
    for (const frame of gap < 0 ? frames : frames.slice(0, gap)) {
      if (frame.kind !== 'message') continue;
      const json = jsonIn(frame.data);
      const notification = FRAMES[stream].safeParse(json);
      if (notification.success) notifications.push(notification.data);
      else skip(frame.data, stream, position, logger);
      cursor =
        cursorIn(notification.success ? notification.data.eventId : eventIdIn(json)) ?? cursor;
    }
    if (notifications.length > 0 || cursor !== position.after) yield { notifications, cursor };
    position.after = cursor;
    if (gap >= 0) return;
  }
}

const STREAMS = {
  accounts: { path: '/v1/events/accounts/status', cursorName: 'since_ulid' },
  journals: { path: '/v2/events/journals/status', cursorName: 'since_id' },
  trades: { path: '/v2/events/trades', cursorName: 'since_id' },
} as const;

const DROPPED = /dropped .*messages?/i;

/** Messages after a gap must be read again from the last message before it. */
const isGap = (frame: Frame): boolean => frame.kind === 'comment' && DROPPED.test(frame.text);

/** Logs a message once. It must not stop the stream. */
const skip = (data: string, stream: Stream, { skipped }: Position, logger: Logger | null): void => {
  if (skipped.has(data)) return;
  if (skipped.size >= SKIPPED_KNOWN_MAX) skipped.clear();
  skipped.add(data);
  brokerEventsSkipped.inc({ stream });
  const eventId = eventIdIn(jsonIn(data));
  logger?.warn({ stream, eventId, bytes: data.length }, 'skipped an unreadable broker event');
};

const id = z.string().min(1);
const word = z.string().nullish().catch(null);
/** The broker sometimes omits it. */
const eventId = id.nullish().catch(null);

const withId = z.object({ event_id: eventId, event_ulid: eventId });

const eventIdIn = (json: unknown): string | null => {
  const { data } = withId.safeParse(json);
  return data?.event_ulid ?? data?.event_id ?? null;
};

/**
 * The broker's ids are ULIDs, formerly numbers. It would reject other ids, and the events since
 * then would be lost.
 */
const cursorIn = (id: string | null): string | null => (CURSOR.test(id ?? '') ? id : null);
const CURSOR = /^[\w-]{1,64}$/;

const ARRIVALS = new Set(['accepted', 'pending_new', 'new']);
const CORRECTIONS = new Set(['trade_bust', 'trade_correct', 'restated']);

const changeOf = (event: string): 'arrival' | 'progress' | 'correction' => {
  if (ARRIVALS.has(event)) return 'arrival';
  return CORRECTIONS.has(event) ? 'correction' : 'progress';
};

/** Classifies a journal without our key by the deposit or journal that its description names. */
const journalChangeOf = (
  status: string,
  key: string | null,
): 'arrival' | 'progress' | 'correction' => {
  if (status === 'correct' || keyIn(key) === null) return 'correction';
  return status === 'queued' ? 'arrival' : 'progress';
};

const FRAMES: Readonly<Record<Stream, z.ZodType<BrokerNotification>>> = {
  accounts: z.object({ event_ulid: eventId, account_id: id }).transform((wire) => ({
    stream: 'accounts',
    eventId: wire.event_ulid ?? null,
    accountId: wire.account_id,
  })),
  journals: z
    .object({
      ...{ event_id: eventId, journal_id: id, idempotency_key: word, description: word },
      status_to: word,
    })
    .transform((wire) => ({
      stream: 'journals',
      eventId: wire.event_id ?? null,
      journalId: wire.journal_id,
      journalKey: keyIn(wire.idempotency_key) ?? namedIn(wire.description, wire.journal_id),
      change: journalChangeOf(wire.status_to ?? '', wire.idempotency_key ?? null),
    })),
  trades: z
    .object({ event_id: eventId, event: word, order: z.object({ client_order_id: id }) })
    .transform((wire) => ({
      stream: 'trades',
      eventId: wire.event_id ?? null,
      clientOrderId: wire.order.client_order_id,
      change: changeOf(wire.event ?? ''),
    })),
};

const CURSOR_REFUSALS = new Set([400, 404, 410, 422]);

const isCursorRefusal = (error: unknown): boolean =>
  error instanceof StreamRefused && CURSOR_REFUSALS.has(error.status);
