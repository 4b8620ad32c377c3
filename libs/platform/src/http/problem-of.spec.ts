import { expect, it } from '@jest/globals';
import { ProviderBusy } from '../core/provider-busy.js';
import { ReadStoreAway } from '../read-store/sql-engine.js';
import { problemOf } from './problem-of.js';

it('a provider that takes no more calls for now is a 503, to be sent again', () =>
  expect(problemOf(new ProviderBusy('no more calls', 700))).toMatchObject({
    ...{ status: 503, code: 'temporarily_unavailable', retryAfterS: 1 },
  }));

it('read models that are away are a 503, to be sent again', () =>
  expect(problemOf(new ReadStoreAway('no connection'))).toMatchObject({
    ...{ status: 503, code: 'temporarily_unavailable' },
  }));
