import { describe, expect, it } from '@jest/globals';
import { fold } from '../event-store/stream.js';
import type { IdempotencyRecordEvent } from './idempotency-record.events.js';
import { idempotencyRecordId, idempotencyRecords } from './idempotency-record.state.js';

const at = '2026-03-16T12:00:00.000Z';
const claimed: IdempotencyRecordEvent = {
  type: 'IdempotencyKeyClaimed',
  data: { owner: 'o-1', bodyHash: 'h', at },
};
const answered: IdempotencyRecordEvent = {
  type: 'IdempotencyKeyAnswered',
  data: { status: 200, seen: '9007199254740993', at },
};
const released: IdempotencyRecordEvent = { type: 'IdempotencyKeyReleased', data: { at } };
const kept = { owner: 'o-1', bodyHash: 'h' };

describe('an idempotency key', () => {
  it.each([
    ['is free at first', [], null],
    ['stands for what its claim names', [claimed], { ...kept, answered: null }],
    [
      'keeps what the answer showed',
      [claimed, answered],
      { ...kept, answered: { status: 200, seen: 9_007_199_254_740_993n } },
    ],
    ['is free once released', [claimed, released], null],
    ['stays free when an answer comes after the release', [claimed, released, answered], null],
    ['can be claimed again', [claimed, released, claimed], { ...kept, answered: null }],
  ])('%s', (_, events, state) => expect(fold(idempotencyRecords, events)).toEqual(state));
});

describe('the stream of an idempotency key', () => {
  const id = idempotencyRecordId('p-1', '/v1/orders', 'k-1');

  it('has a name of forty digits that hides the key', () => expect(id).toMatch(/^[0-9a-f]{40}$/));
  it.each([
    ['partner', ['p-2', '/v1/orders', 'k-1']],
    ['path', ['p-1', '/v1/users', 'k-1']],
    ['key', ['p-1', '/v1/orders', 'k-2']],
  ] as const)('is another for another %s', (_, [partnerId, path, key]) =>
    expect(idempotencyRecordId(partnerId, path, key)).not.toBe(id),
  );
});
