import { describe, expect, it } from '@jest/globals';
import { bearerToken } from './bearer-header.js';

describe('the token of an Authorization header', () => {
  it.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['bearer a.b.c', 'a.b.c'],
    ['BEARER  a-b_c.d', 'a-b_c.d'],
    ['Bearer dG9rZW4=', 'dG9rZW4='],
  ])('%s', (header, token) => expect(bearerToken(header)).toBe(token));
  it.each([undefined, '', 'Bearer', 'Bearer ', 'a.b.c', 'Basic a.b.c', 'Bearer a b', 'x Bearer a'])(
    'is none in %s',
    (header) => expect(bearerToken(header)).toBeNull(),
  );
});
