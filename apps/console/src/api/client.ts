import createClient from 'openapi-fetch';
import { ActivityTracker } from './activity-tracker.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
export type Role = Schemas['StaffSession']['role'];

/** Header of automatic requests, which do not keep a session alive. */
const BACKGROUND = 'x-staff-background';

const presence = new ActivityTracker(Date.now());
for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(sign, () => presence.input(Date.now()), { passive: true, capture: true });

/** The staff API, typed by its OpenAPI document. */
export const api = createClient<paths>({
  fetch: (request: Request) => {
    const isCaused = presence.isBehind(Date.now()) || request.method !== 'GET';
    if (!isCaused) request.headers.set(BACKGROUND, '1');
    return fetch(request);
  },
});
