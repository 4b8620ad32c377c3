import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { noteRefusal, refusalDetails } from './refusal-log.js';

const requestOf = (user?: object) => ({ user }) as unknown as FastifyRequest;
const error = (pointer: string, code: string) => ({ pointer, code, detail: 'not logged' });

describe('the log line of a response', () => {
  it('of a rejected request has its code, the pointers of its errors and the partner', () => {
    const request = requestOf({ partnerId: 'p-1', partnerUserId: 'u-1' });
    const errors = [error('/email', 'email_invalid'), error('/files/0/side', 'word_unknown')];
    noteRefusal(request, { code: 'content_unacceptable', errors });
    expect(refusalDetails(request)).toEqual({
      code: 'content_unacceptable',
      pointers: ['/email', '/files/0/side'],
      partnerId: 'p-1',
    });
  });

  it('of a rejected unauthenticated request has only the code', () => {
    const request = requestOf();
    noteRefusal(request, { code: 'invalid_token' });
    expect(refusalDetails(request)).toEqual({ code: 'invalid_token' });
  });

  it.each(['field_unknown', 'parameter_unknown', 'json_too_deep'])(
    'does not repeat a name that the caller made up: %s',
    (code) => {
      const request = requestOf();
      noteRefusal(request, { code: 'validation_failed', errors: [error('/123-45-6789', code)] });
      expect(refusalDetails(request)).toEqual({
        code: 'validation_failed',
        pointers: [`(${code})`],
      });
    },
  );

  it('of a success lacks details', () =>
    expect(refusalDetails(requestOf({ partnerId: 'p-1' }))).toEqual({}));
});
