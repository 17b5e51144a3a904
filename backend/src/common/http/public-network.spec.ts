import type { LookupAddress } from 'node:dns';
import { isPublicAddress, publicLookup } from './public-network';

describe('addresses of the internet', () => {
  it('are none of this machine, its networks, or what leads there by another name', () => {
    const inside = [
      '127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255', '224.0.0.1', '192.0.0.8', '198.18.0.1', '203.0.113.4', '240.0.0.1',
      '::', '::1', '::7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1',
      'localhost', '', '1', '0x7f.1',
    ];
    expect(inside.filter(isPublicAddress)).toEqual([]);
    expect(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'].filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it('are checked when the connection is made, every one of a name', async () => {
    const ask = (found: LookupAddress[], all: boolean): Promise<unknown[]> =>
      new Promise((resolve) => publicLookup((_name, _options, done) => done(null, found))('calendar.example', { all }, (...answer: unknown[]) => resolve(answer)));
    const [good, bad] = [{ address: '93.184.216.34', family: 4 }, { address: '10.0.0.1', family: 4 }];
    expect(await ask([good], true)).toEqual([null, [good]]);
    expect(await ask([good], false)).toEqual([null, good.address, 4]);
    for (const found of [[good, bad], [bad], []]) expect((await ask(found, true))[0]).toBeInstanceOf(Error);
  });
});
