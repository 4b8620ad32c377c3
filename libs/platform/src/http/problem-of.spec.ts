import { expect, it } from '@jest/globals';
import { ProviderBusy } from '../core/provider-busy.js';
import { problemOf } from './problem-of.js';

it('a provider that takes no more calls for now is a 503, to be sent again', () =>
  expect(problemOf(new ProviderBusy('no more calls', 700))).toMatchObject({
    ...{ status: 503, code: 'temporarily_unavailable', retryAfterS: 1 },
  }));
