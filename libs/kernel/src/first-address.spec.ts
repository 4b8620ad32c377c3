import { expect, it } from '@jest/globals';
import { firstAddress } from './first-address.js';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [' ::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109,10.0.0.1', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', ''],
  ['unknown, 10.0.0.1', ''],
  ['', ''],
])('the first address of %j is %j', (text, address) => expect(firstAddress(text)).toBe(address));
