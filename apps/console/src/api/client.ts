import createClient, {
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import { ActivityTracker } from './activity-tracker.js';
import { answer } from './api-error.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
export type Role = Schemas['StaffSession']['role'];

/** Header of automatic requests, which do not keep a session alive. */
const BACKGROUND = 'x-staff-background';

const presence = new ActivityTracker(Date.now());
for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(sign, () => presence.input(Date.now()), { passive: true, capture: true });

const client = createClient<paths>({
  fetch: (request: Request) => {
    const isCaused = presence.isBehind(Date.now()) || request.method !== 'GET';
    if (!isCaused) request.headers.set(BACKGROUND, '1');
    return fetch(request);
  },
});

type Client = typeof client;
type Method = 'get' | 'post' | 'put' | 'patch';
export type PathOf<M extends Method> = ClientPathsWithMethod<Client, M>;
type Init<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>;
type Send<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: undefined extends Init<M, P> ? [Init<M, P>?] : [Init<M, P>]
) => Promise<MethodResponse<Client, M, P>>;

const send = (method: Uppercase<Method>) => (path: string, init?: object) =>
  answer<unknown>(client.request(method.toLowerCase() as never, path as never, init as never));

/** The staff API, typed by its OpenAPI document. Returns the data. @throws {ApiError} */
export const api = {
  GET: send('GET') as Send<'get'>,
  POST: send('POST') as Send<'post'>,
  PUT: send('PUT') as Send<'put'>,
  PATCH: send('PATCH') as Send<'patch'>,
};
