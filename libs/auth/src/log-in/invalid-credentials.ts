import { Refused } from '#platform/core/refused.js';

/** Does not say which of the three it was. */
export const invalidCredentials = (): Refused =>
  new Refused('unauthorized', 'invalid_credentials', 'API key, user or password is not valid');

/** Whoever forgot it learns nothing that the interface does not tell. */
export const noApiKey = (): Refused =>
  new Refused('unauthorized', 'invalid_credentials', 'The header api-key holds no API key');
