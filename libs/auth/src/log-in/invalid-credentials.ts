import { Refused } from '#kernel/refused.js';

/** Returns one error for a wrong key, user or password, so that callers cannot probe them. */
export const invalidCredentials = (): Refused =>
  new Refused('unauthorized', 'invalid_credentials', 'API key, user or password is not valid');
