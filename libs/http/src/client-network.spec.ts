import { describe, expect, it } from '@jest/globals';
import { clientNetwork, shortenedAddress } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8:1::3:4:192.0.2.7', '2001:db8:1::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['192.0.2.7:1234', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8::/64'],
    ['nobody', 'unknown'],
    ['6.6.6.6:1:2', 'unknown'],
    [undefined, 'unknown'],
  ])('%s has %s', (address, network) => expect(clientNetwork(address)).toBe(network));

  it('is shared by the addresses of one /64 only', () => {
    expect(clientNetwork('2001:db8:1:2::9')).toBe(clientNetwork('2001:db8:1:2:ffff::'));
    expect(clientNetwork('2001:db8:1:3::9')).not.toBe(clientNetwork('2001:db8:1:2::9'));
  });
});

describe('a shortened address for logs', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::ffff:cb00:714d', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:0DB8::7348', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['0:0:1:2:3:4:5:6', '0:0:1::/48'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of %j is %s', (address, expected) => expect(shortenedAddress(address)).toBe(expected));
});
