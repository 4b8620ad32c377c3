import { describe, expect, it } from '@jest/globals';
import { errorDetails } from './error-details.js';

describe('what a log says of an error', () => {
  it('is its type, message, code and stack, and what caused it', () => {
    const cause = Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
    const error = new Error('The broker does not answer', { cause });
    expect(errorDetails(error)).toEqual({
      ...{ type: 'Error', message: 'The broker does not answer', stack: error.stack },
      cause: {
        ...{ type: 'TypeError', message: 'fetch failed', code: 'ECONNRESET', stack: cause.stack },
      },
    });
  });
  it('is nothing that a client hangs on it', () => {
    const error = Object.assign(new Error('ERR'), { command: { args: ['a token'] } });
    expect(JSON.stringify(errorDetails(error))).not.toContain('a token');
  });
  it('ends, however the causes go on', () => {
    const error: Error & { cause?: unknown } = new Error('with itself as its cause');
    error.cause = error;
    expect(JSON.stringify(errorDetails(error)).match(/with itself as its cause"/g)).toHaveLength(6);
  });
  it.each(['text', undefined, null, 7])('may be of %p', (thrown) =>
    expect(errorDetails(thrown)).toEqual({
      type: typeof thrown,
      message: String(thrown),
      stack: '',
    }),
  );
});
