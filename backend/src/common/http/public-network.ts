import ipaddr from 'ipaddr.js';
import { lookup as resolve, LookupAddress } from 'node:dns';
import { isIP, LookupFunction } from 'node:net';

/** What the library still calls unicast, or does not know yet. */
const NOT_PUBLIC = ['198.18.0.0/15', '192.88.99.0/24', '3fff::/20', '2001:db8::/32'].map((range) => ipaddr.parseCIDR(range));
/** All of the internet's IPv6 addresses lie there. */
const PUBLIC_V6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of the internet: not of this machine, its networks, or of what leads into them by another name. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast' || NOT_PUBLIC.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits))) return false;
  return ip.kind() === 'ipv4' || ip.match(...PUBLIC_V6);
}

/** Answers with addresses of the internet alone. The connection is made to what is checked here, so no second answer can be another one. */
export function publicLookup(find: (hostname: string, options: { all: true; family?: number | string }, done: (error: Error | null, found: LookupAddress[]) => void) => void = resolve as never): LookupFunction {
  return (hostname, { family, all }, callback) => {
    find(hostname, { all: true, ...(family ? { family } : {}) }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first || !found.every(({ address }) => isPublicAddress(address))) return callback(new Error('no address of the internet'), []);
      return all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
