import { describe, expect, it } from '@jest/globals';
import { errorDetails } from './error-details.js';

describe('a logged error', () => {
  it('contains type, message, code, stack and causes', () => {
    const cause = Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
    const error = new Error('The broker does not answer', { cause });
    expect(errorDetails(error)).toEqual({
      ...{ type: 'Error', message: 'The broker does not answer', stack: error.stack },
      cause: {
        ...{ type: 'TypeError', message: 'fetch failed', code: 'ECONNRESET', stack: cause.stack },
      },
    });
  });
  it('omits other properties', () => {
    const error = Object.assign(new Error('ERR'), { command: { args: ['a token'] } });
    expect(JSON.stringify(errorDetails(error))).not.toContain('a token');
  });
  it('limits the number of causes', () => {
    const error: Error & { cause?: unknown } = new Error('with itself as its cause');
    error.cause = error;
    expect(JSON.stringify(errorDetails(error)).match(/with itself as its cause"/g)).toHaveLength(6);
  });
  it.each(['text', undefined, null, 7])('may be the value %p', (thrown) =>
    expect(errorDetails(thrown)).toEqual({
      type: typeof thrown,
      message: String(thrown),
      stack: '',
    }),
  );
});
