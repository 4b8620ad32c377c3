import createClient from 'openapi-fetch';
import { isSomebodyThere } from './presence.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
export type Role = Schemas['StaffSession']['role'];

/** Said by requests that nobody asked for, so that an empty chair does not keep a session alive. */
const BACKGROUND = 'x-staff-background';

/** The staff API, typed by its OpenAPI document. */
export const api = createClient<paths>({
  fetch: (request: Request) => {
    if (!isSomebodyThere()) request.headers.set(BACKGROUND, 'yes');
    return fetch(request);
  },
});
