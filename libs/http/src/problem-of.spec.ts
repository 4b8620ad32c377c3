import { expect, it } from '@jest/globals';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { problemOf } from './problem-of.js';

it('a busy provider is a retryable 503', () =>
  expect(problemOf(new ProviderBusy('no more calls', 700))).toMatchObject({
    ...{ status: 503, code: 'temporarily_unavailable', retryAfterS: 1 },
  }));

it('unavailable read models are a retryable 503', () =>
  expect(problemOf(new ReadStoreUnavailable('no connection'))).toMatchObject({
    ...{ status: 503, code: 'temporarily_unavailable' },
  }));
