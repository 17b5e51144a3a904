import { redisAddress } from './redis-address';

describe('the address of Redis', () => {
  it('is a server, with what opens it', () => {
    expect(redisAddress('redis://:p%40ss@10.0.0.5:6380/3', 'single')).toMatchObject({ nodes: [{ host: '10.0.0.5', port: 6380 }], password: 'p@ss', username: undefined, db: 3, tls: false });
    expect(redisAddress('rediss://jobs:secret@[::1]', 'single')).toMatchObject({ nodes: [{ host: '::1', port: 6379 }], username: 'jobs', password: 'secret', db: 0, tls: true });
  });

  it('is some sentinels, or some servers of a cluster', () => {
    const sentinel = { name: 'attune', password: 'own' };
    expect(redisAddress('redis://:pw@a,b:26380,c/2', 'sentinel', sentinel)).toMatchObject({ nodes: [{ host: 'a', port: 26379 }, { host: 'b', port: 26380 }, { host: 'c', port: 26379 }], password: 'pw', db: 2, sentinel });
    expect(redisAddress('redis://a,b:7001', 'cluster')).toMatchObject({ nodes: [{ host: 'a', port: 6379 }, { host: 'b', port: 7001 }] });
  });

  it.each([
    ['http://a', 'single'],
    ['redis://', 'single'],
    ['redis://a,b', 'single'],
    ['redis://a:port', 'single'],
    ['redis://a/name', 'single'],
    ['redis://a,b/1', 'cluster'],
    ['redis://a,,b', 'sentinel'],
  ] as const)('is not %s (%s)', (url, kind) => {
    expect(redisAddress(url, kind)).toBeUndefined();
  });
});
