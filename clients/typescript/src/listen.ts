import { randomBytes, randomUUID } from 'node:crypto';
import { type Brokerage, type Event, FeedRejected } from './index.js';
import { signWebhook } from './webhooks.js';

export type ListenOptions = {
  /** Address that receives the events. */
  readonly forward: string;
  readonly secret: string;
  /** Id of the event after which to start. Default: the latest event. */
  readonly after?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly say: (line: string) => void;
};

/** Timeout of one request, the same as in the service. */
const TIMEOUT_MS = 15_000;

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/**
 * Reads the feed and posts each event to a local address, signed as the service signs webhooks, one
 * event at a time. Each event gets one attempt.
 */
export const listen = async (
  api: Brokerage,
  { forward, secret, after, types, say }: ListenOptions,
): Promise<void> => {
  const start = after ?? (await endOfFeed(api));
  say(`signing secret: ${secret}`);
  say(`forwarding ${after === undefined ? 'new events' : `events after ${after}`} to ${forward}`);
  const events = api.events({
    after: start,
    types,
    onRetry: (error, pauseMs) =>
      say(
        `the feed is unavailable (${reasonOf(error)}), next try in ${Math.ceil(pauseMs / 1000)} s`,
      ),
  });
  for await (const event of events)
    say(`${event.createdAt} ${event.type} ${event.id} → ${await post(forward, event, secret)}`);
};

/** Returns the cursor after the last event. The filter matches no event, so one request is enough. */
const endOfFeed = async (api: Brokerage): Promise<string> => {
  const query = { objectId: randomUUID(), limit: 1 };
  const { data, error, response } = await api.GET('/v1/events', { params: { query } });
  if (data !== undefined) return data.next;
  throw new FeedRejected(response.status, error);
};

const post = async (url: string, event: Event, secret: string): Promise<string> => {
  const body = JSON.stringify(event);
  const startedMs = performance.now();
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(event.id, body, secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return `${status} (${Math.round(performance.now() - startedMs)} ms)`;
  } catch (error) {
    return `failed: ${reasonOf(error)}`;
  }
};

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
