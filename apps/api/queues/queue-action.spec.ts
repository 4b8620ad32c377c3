import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { isQueueAction } from './queue-action.js';

type Route = { readonly method: string; readonly route: string };
type Routes = { readonly appRoutes: { readonly api: readonly Route[] } };

/** All actions of the dashboard's package. */
const board = createRequire(createRequire(import.meta.url).resolve('@bull-board/api'));
const { appRoutes } = board('./routes.js') as Routes;

const ALLOWED = [
  'put /api/queues/:queueName/retry/:queueStatus',
  'put /api/queues/:queueName/promote',
  'put /api/queues/:queueName/:jobId/retry',
  'put /api/queues/:queueName/:jobId/clean',
  'put /api/queues/:queueName/:jobId/promote',
];

const filled = (route: string): string =>
  `/queues${route}`
    .replace(':queueName', 'funding-settlement')
    .replace(':jobId', 'credit-deposit-0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90')
    .replace(':queueStatus', 'failed')
    .replace(':schedulerId', 's-1');

describe('an action of the queue dashboard', () => {
  const changing = appRoutes.api.filter(({ method }) => method !== 'get');

  it.each(changing.map(({ method, route }) => [`${method} ${route}`, method, route] as const))(
    '%s is accepted only if it is allowed',
    (name, method, route) =>
      expect(isQueueAction(method.toUpperCase(), filled(route))).toBe(ALLOWED.includes(name)),
  );
  it('exists in the dashboard', () =>
    expect(changing.map(({ method, route }) => `${method} ${route}`)).toEqual(
      expect.arrayContaining(ALLOWED),
    ));
  it.each([
    ['POST', '/queues/api/queues/onboarding/j-1/retry'],
    ['PUT', '/queues/api/queues/onboarding/%6a-1/retry'],
    ['PUT', '/queues/api/queues/onboarding/../promote'],
    ['PUT', '/queues/api/queues/onboarding//promote'],
    ['PUT', '/queues/api/queues/onboarding/clean/completed'],
  ])('is not %s %s', (method, path) => expect(isQueueAction(method, path)).toBe(false));
});
