import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
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

type Found = (error: Error | null, found: LookupAddress[]) => void;
const NAME_WITHIN_MS = 3_000;

/**
 * Asks the name servers by sockets of this process. `dns.lookup` would take one of the few threads that look for all names of the process, for as long as a foreign
 * name server likes; and names of this machine alone are none of the internet.
 */
function resolve(hostname: string, { family }: { family?: number | string }, done: Found): void {
  const resolver = new Resolver({ timeout: NAME_WITHIN_MS, tries: 1 });
  const ask = async (which: 4 | 6): Promise<LookupAddress[]> => {
    if (family === (which === 4 ? 6 : 4) || family === (which === 4 ? 'IPv6' : 'IPv4')) return [];
    const addresses = await (which === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname)).catch(() => []);
    return addresses.map((address) => ({ address, family: which }));
  };
  void Promise.all([ask(4), ask(6)]).then((found) => done(null, found.flat()));
}

/** Answers with addresses of the internet alone. The connection is made to what is checked here, so no second answer can be another one. */
export function publicLookup(find: (hostname: string, options: { all: true; family?: number | string }, done: Found) => void = resolve): LookupFunction {
  return (hostname, { family, all }, callback) => {
    find(hostname, { all: true, ...(family ? { family } : {}) }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first || !found.every(({ address }) => isPublicAddress(address))) return callback(new Error('no address of the internet'), []);
      return all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
