import { describe, expect, it } from '@jest/globals';
import { clientNetwork } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::3:4:192.0.2.7', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nobody', 'nobody'],
  ])('of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network));

  it('is shared by all addresses of a /64, and by no other', () => {
    expect(clientNetwork('2001:db8:1:2::9')).toBe(clientNetwork('2001:db8:1:2:ffff::'));
    expect(clientNetwork('2001:db8:1:3::9')).not.toBe(clientNetwork('2001:db8:1:2::9'));
  });
});
