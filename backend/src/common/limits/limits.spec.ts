import { connectionOf, subnetOf } from './limits';

describe('the connection behind an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, connection) => {
    expect(connectionOf(address)).toBe(connection);
  });

  it('is empty without an address', () => {
    expect(connectionOf(null)).toBe('');
  });
});

describe('the network around a connection', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('of %s is %s', (address, subnet) => {
    expect(subnetOf(address)).toBe(subnet);
  });
});
