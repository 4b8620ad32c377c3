import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { attemptWords, attemptsWords, disabledWords, typesWords } from './endpoint-words.js';

const endpoint: Schemas['WebhookEndpoint'] = {
  ...{ id: 'e', url: 'https://acme.example/hooks', types: null, description: null },
  ...{ status: 'enabled', statusReason: null, createdAt: '2026-03-02T14:05:06.789Z' },
};
const attempt = {
  ...{ at: '2026-03-02T14:05:06.789Z', status: 503, durationMs: 120 },
  ...{ error: null, responseStart: 'busy' },
};
const unanswered = { ...attempt, status: null, error: 'timeout', responseStart: null };

describe('a webhook endpoint', () => {
  it('names the actor who disabled it', () => {
    expect(disabledWords(endpoint)).toBeNull();
    expect(disabledWords({ ...endpoint, status: 'disabled', statusReason: 'gone' })).toBe(
      'Disabled by the service, because it returned 410',
    );
  });

  it('lists its types', () => {
    expect(typesWords(endpoint)).toBe('all types');
    const types = ['order.filled', 'funding.completed'];
    expect(typesWords({ ...endpoint, types })).toBe('order.filled, funding.completed');
  });
});

describe('an attempt', () => {
  it('names the status or the cause, and the duration', () => {
    expect(attemptWords(attempt)).toBe('status 503 after 120 ms');
    expect(attemptWords(unanswered)).toBe('no response (timeout) after 120 ms');
  });

  it('is counted with the others', () => {
    expect(attemptsWords([])).toBe('none yet');
    expect(attemptsWords([attempt])).toBe('1 attempt, the last: 503');
    expect(attemptsWords([attempt, unanswered])).toBe('2 attempts, the last: no response');
  });
});
