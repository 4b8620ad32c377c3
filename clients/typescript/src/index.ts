import createClient from 'openapi-fetch';
import { type FeedOptions, readFeed } from './feed.js';
import type { paths } from './schema.js';
import { type Credentials, Session } from './session.js';
import type { Event } from './webhooks.js';

export { type FeedOptions, FeedRejected } from './feed.js';
export type { components, operations, paths } from './schema.js';
export { type Credentials, LoginRefused } from './session.js';
export {
  type Event,
  type WebhookHeaders,
  WebhookRejected,
  type WebhookRejection,
  verifyWebhook,
} from './webhooks.js';

export type Settings = Credentials & {
  readonly baseUrl: string;
  /** Sends one request. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

export type Brokerage = ReturnType<typeof createClient<paths>> & {
  /** Yields the events of the feed: the existing ones, then each new one. Resumes after failures. */
  events(options?: FeedOptions): AsyncGenerator<Event, void, undefined>;
};

/**
 * Returns a client that logs in at the first call and renews its token before it expires. If the service
 * rejects a token with 401, the client logs in again and repeats the call once.
 * @example
 * const api = brokerage({ baseUrl, apiKey, email, password });
 * const { data, error } = await api.GET('/v1/orders/{id}', { params: { path: { id } } });
 * for await (const event of api.events({ after, types: ['order.filled'] })) await handle(event);
 */
export const brokerage = ({
  baseUrl,
  fetch: send = fetch,
  ...credentials
}: Settings): Brokerage => {
  const session = new Session(createClient<paths>({ baseUrl, fetch: send }), credentials);
  const authorized = async (request: Request): Promise<Response> => {
    const retry = request.clone();
    const token = await session.token();
    const response = await send(withToken(request, token));
    if (response.status !== 401) return response;
    session.reject(token);
    return send(withToken(retry, await session.token()));
  };
  const http = createClient<paths>({ baseUrl, fetch: authorized });
  return Object.assign(http, { events: (options: FeedOptions = {}) => readFeed(http, options) });
};

const withToken = (request: Request, token: string): Request => {
  request.headers.set('authorization', `bearer ${token}`);
  return request;
};
