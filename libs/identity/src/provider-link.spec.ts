import { describe, expect, it } from '@jest/globals';
import { isProviderLink } from './provider-link.js';

const LIVE = 'https://api.provider.example';
const SANDBOX = 'http://127.0.0.1:4000/identity';

describe('a link of the provider', () => {
  it.each([
    ['https://verify.provider.example/#tok', LIVE],
    ['https://verify.provider.example/#tok', SANDBOX],
    ['http://127.0.0.1:4000/identity/hosted#tok', SANDBOX],
    ['http://localhost:4000/identity/hosted#tok', SANDBOX],
    ['http://sandbox:4000/identity/hosted#tok', 'http://sandbox:4000/identity'],
  ])('%s of %s is allowed', (link, provider) => expect(isProviderLink(link, provider)).toBe(true));
  it.each([
    ['javascript:alert(1)', LIVE],
    ['data:text/html,hello', LIVE],
    ['//verify.provider.example', LIVE],
    ['https://user:secret@verify.provider.example', LIVE],
    ['http://verify.provider.example/#tok', LIVE],
    ['http://127.0.0.1/#tok', LIVE],
    ['http://verify.provider.example/#tok', SANDBOX],
    ['http://localhost.evil.example/#tok', SANDBOX],
    [' https://verify.provider.example/', LIVE],
    ['https://verify.provider.example/\n', LIVE],
    ['', SANDBOX],
  ])('%s of %s is rejected', (link, provider) =>
    expect(isProviderLink(link, provider)).toBe(false),
  );
});
