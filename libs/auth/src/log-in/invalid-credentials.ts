import { Refused } from '#kernel/refused.js';

/** Does not say which of the three it was. */
export const invalidCredentials = (): Refused =>
  new Refused('unauthorized', 'invalid_credentials', 'API key, user or password is not valid');
