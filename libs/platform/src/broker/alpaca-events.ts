import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../core/logger.js';
import { type Frame, openFrames, StreamRefused } from '../core/outbound-events.js';
import type { OutboundHttp } from '../core/outbound-http.js';
import { BROKER_STREAM_PAUSE_FIRST_MS, BROKER_STREAM_PAUSE_MAX_MS } from '../core/timing.js';
import type { BrokerHint } from './broker.js';

type Stream = BrokerHint['stream'];

/** `silenceMs`: how long without a byte, heartbeats included, until the connection counts as dead. */
export type HintOptions = {
  readonly stream: Stream;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  readonly silenceMs: number;
  readonly logger: Logger | null;
};

/**
 * Hints of one stream, those that came together together, over connections that follow each other,
 * each resuming after the last hint delivered. A cursor the broker no longer knows is given up for
 * "live only": ids may be renumbered.
 */
export async function* hintsFrom(
  http: OutboundHttp,
  options: HintOptions,
): AsyncGenerator<readonly BrokerHint[]> {
  const { stream, signal } = options;
  const position: Position = { after: options.cursor, failures: 0 };
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      yield* connection(http, options, position);
    } catch (error) {
      if (isOver()) return;
      if (isCursorRefusal(error)) position.after = null;
      const reason = error instanceof StreamRefused ? error.message : 'the connection broke';
      options.logger?.warn({ stream, failures: position.failures, reason }, 'broker stream ended');
    }
    await pause(position.failures, signal);
    position.failures += 1;
  }
}

type Position = { after: string | null; failures: number };

async function* connection(
  http: OutboundHttp,
  { stream, signal, silenceMs }: HintOptions,
  position: Position,
): AsyncGenerator<readonly BrokerHint[]> {
  const { path, cursorName } = STREAMS[stream];
  const query = position.after === null ? {} : { [cursorName]: position.after };
  for await (const frames of openFrames(http, { method: 'GET', path, query }, signal, silenceMs)) {
    if (signal.aborted) return;
    position.failures = 0;
    const gap = frames.findIndex(isGap);
    const hints = (gap < 0 ? frames : frames.slice(0, gap)).flatMap((frame) =>
      frame.kind === 'message' ? (hintOf(stream, frame.data) ?? []) : [],
    );
    const last = hints.at(-1);
    if (last !== undefined) {
      yield hints;
      position.after = last.eventId;
    }
    if (gap >= 0) return;
  }
}

const STREAMS = {
  accounts: { path: '/v1/events/accounts/status', cursorName: 'since_ulid' },
  journals: { path: '/v2/events/journals/status', cursorName: 'since_id' },
  trades: { path: '/v2/events/trades', cursorName: 'since_id' },
} as const;

const DROPPED = /dropped .*messages?/i;

/** What follows is to be read again, from the last message before it. */
const isGap = (frame: Frame): boolean => frame.kind === 'comment' && DROPPED.test(frame.text);

/** Null for a frame that cannot be read: one bad message must not stop a stream. */
const hintOf = (stream: Stream, data: string): BrokerHint | null => {
  try {
    return FRAMES[stream].parse(JSON.parse(data));
  } catch {
    return null;
  }
};

const id = z.string().min(1);
const key = z.string().nullish().catch(null);

const ARRIVALS = new Set(['accepted', 'pending_new', 'new']);
const CORRECTIONS = new Set(['trade_bust', 'trade_correct', 'restated']);

const toldBy = (event: string): 'arrival' | 'progress' | 'correction' => {
  if (ARRIVALS.has(event)) return 'arrival';
  return CORRECTIONS.has(event) ? 'correction' : 'progress';
};

const FRAMES: Readonly<Record<Stream, z.ZodType<BrokerHint>>> = {
  accounts: z.object({ event_ulid: id, account_id: id }).transform((wire) => ({
    stream: 'accounts',
    eventId: wire.event_ulid,
    accountId: wire.account_id,
  })),
  journals: z
    .object({
      ...{ event_id: id, journal_id: id, idempotency_key: key, description: key },
      status_to: key,
    })
    .transform((wire) => ({
      stream: 'journals',
      eventId: wire.event_id,
      journalId: wire.journal_id,
      journalKey: wire.idempotency_key || wire.description || null,
      tells: wire.status_to === 'queued' ? 'arrival' : 'progress',
    })),
  trades: z
    .object({ event_id: id, event: key, order: z.object({ client_order_id: id }) })
    .transform((wire) => ({
      stream: 'trades',
      eventId: wire.event_id,
      clientOrderId: wire.order.client_order_id,
      tells: toldBy(wire.event ?? ''),
    })),
};

const CURSOR_REFUSALS = new Set([400, 404, 410, 422]);

const isCursorRefusal = (error: unknown): boolean =>
  error instanceof StreamRefused && CURSOR_REFUSALS.has(error.status);

const DOUBLINGS = 5;

/** Doubling up to a limit, half of it at random, so that many readers do not return at once. */
const pause = async (failures: number, signal: AbortSignal): Promise<void> => {
  const fullMs = Math.min(
    BROKER_STREAM_PAUSE_FIRST_MS * 2 ** Math.min(failures, DOUBLINGS),
    BROKER_STREAM_PAUSE_MAX_MS,
  );
  const pauseMs = fullMs * (0.5 + Math.random() / 2);
  await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
};
