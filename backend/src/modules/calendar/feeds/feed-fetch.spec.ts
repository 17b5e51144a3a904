import { createServer, RequestListener, Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { addressProblem, FeedFailure, FetchedFeed, fetchFeed, parseAddress } from './feed-fetch';

const MB = 1024 * 1024;
/** A server that vouches for itself; made for this test, and used nowhere else. */
const SELF_SIGNED = {
  key: pem('PRIVATE KEY', 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2M1KFtA6AUtIXJogmRuwd2Q07pu8FrMbB5n2ULkVkdmhRANCAATBBncAVX0YTr3yCi6pr+LtTip8suS0HqD08SQHT1s2XwAh1rLbRqel+96ocCSGFp4KtKaZG5mo9EA16t+rxoSA'),
  cert: pem('CERTIFICATE', 'MIIBpDCCAUmgAwIBAgIUQKouU+Ry8HSvIIX174wZ/Ca0G0UwCgYIKoZIzj0EAwIwGzEZMBcGA1UEAwwQY2FsZW5kYXIuZXhhbXBsZTAgFw0yNjExMjQxOTQ5MDlaGA8yMTI2MTAzMTE5NDkwOVowGzEZMBcGA1UEAwwQY2FsZW5kYXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMEGdwBVfRhOvfIKLqmv4u1OKnyy5LQeoPTxJAdPWzZfACHWsttGp6X73qhwJIYWngq0ppkbmaj0QDXq36vGhICjaTBnMB0GA1UdDgQWBBRcm01voizfFh56yCfZdB9rocvFITAfBgNVHSMEGDAWgBRcm01voizfFh56yCfZdB9rocvFITAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNJADBGAiEA/bFaigDP0yNdUYG/bn894KGDsqN+G+HFoR4/zAEHhzYCIQCww6VW00QSJTasm+bsw7qA/TCiQwyDWwzZX90kVMMEXg=='),
};

function pem(name: string, content: string): string {
  return `-----BEGIN ${name}-----\n${content}\n-----END ${name}-----\n`;
}

describe('addresses of calendars', () => {
  it('are asked for by https and a name alone', () => {
    const problem = (address: string): string | undefined => {
      const url = parseAddress(address);
      return url ? addressProblem(url, 'http://127.0.0.1:4000') : 'none';
    };
    expect(['https://calendar.example/a.ics', 'webcal://calendar.example/a.ics', 'WEBCALS://calendar.example', 'http://127.0.0.1:4000/a', 'https://calendar.example:443/'].map(problem)).toEqual(Array(5).fill(undefined));
    for (const address of ['http://calendar.example', 'file:///etc/passwd', 'ftp://calendar.example', 'https://a@calendar.example', 'https://a:b@calendar.example', 'https://calendar.example:8443', 'https://127.0.0.1', 'https://2130706433', 'https://0x7f.1', 'https://[::1]/', 'https://localhost', 'calendar', 'http://127.0.0.1:4001/', 'https://127.0.0.1:4000'])
      expect([address, typeof problem(address)]).toEqual([address, 'string']);
  });
});

describe('reading what is at an address', () => {
  let server: Server;
  let origin: string;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const read = (options: { withinMs?: number; validators?: object } = {}): Promise<FetchedFeed | undefined> => fetchFeed(`${origin}/a.ics`, { validators: {}, testOrigin: origin, ...options });
  const failure = async (listener: RequestListener, withinMs = 5_000): Promise<unknown> => {
    answer = listener;
    return read({ withinMs }).then(() => 'read', (error: unknown) => (error instanceof FeedFailure ? error.reason : error));
  };

  it('takes plain and packed content, and knows the version again', async () => {
    answer = (_, response) => response.setHeader('ETag', '"1"').setHeader('Last-Modified', 'Tue, 24 Nov 2026 15:00:00 GMT').end('plain');
    const first = await read();
    expect([String(first?.content), first?.validators]).toEqual(['plain', { etag: '"1"', lastModified: 'Tue, 24 Nov 2026 15:00:00 GMT' }]);
    answer = ({ headers }, response) => response.writeHead(headers['if-none-match'] === '"1"' && headers['if-modified-since'] ? 304 : 500).end();
    expect(await read({ validators: first?.validators ?? {} })).toBeUndefined();
    answer = (_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync('packed'));
    expect(String((await read())?.content)).toBe('packed');
  });

  it('takes 2 MB and no more, on the line and unpacked', async () => {
    answer = (_, response) => response.end(Buffer.alloc(2 * MB));
    expect((await read())?.content.length).toBe(2 * MB);
    expect(await failure((_, response) => response.end(Buffer.alloc(2 * MB + 1)))).toBe('too_large');
    expect(await failure((_, response) => {
      response.flushHeaders();
      const more = setInterval(() => response.write(Buffer.alloc(MB)), 1);
      response.on('close', () => clearInterval(more));
    })).toBe('too_large');
    expect(await failure((_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(64 * MB))))).toBe('too_large');
    expect(await failure((_, response) => response.setHeader('Content-Encoding', 'gzip').end('no gzip'))).toBe('answer');
    expect(await failure((_, response) => response.setHeader('Content-Encoding', 'br').end('br'))).toBe('answer');
    expect(await failure((_, response) => response.setHeader('Content-Encoding', 'gzip').write(gzipSync('half').subarray(0, 12), () => response.destroy()))).toBe('answer');
    expect(await failure((_, response) => response.setHeader('X', 'x'.repeat(20_000)).end())).toBe('answer');
  });

  it('waits only so long in all, whatever it hangs on', async () => {
    expect(await failure(() => undefined, 100)).toBe('slow');
    const drip: RequestListener = (_, response) => {
      const more = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(more));
    };
    expect(await failure(drip, 200)).toBe('slow');
    expect(await failure((_, response) => void response.setHeader('Content-Encoding', 'gzip').write(gzipSync('half').subarray(0, 12)), 200)).toBe('slow');
    expect(await failure((_, response) => void setTimeout(() => response.writeHead(302, { Location: '/next' }).end(), 80), 200)).toBe('slow');
  });

  it('says what became of the calendar', async () => {
    const status = (code: number): Promise<unknown> => failure((_, response) => response.writeHead(code).end());
    expect(await Promise.all([401, 403, 404, 410, 500, 429, 204].map((code, index) => new Promise((resolve) => setTimeout(() => resolve(status(code)), index * 100))))).toEqual(['refused', 'refused', 'gone', 'gone', 'answer', 'answer', 'answer']);
    answer = (_, response) => response.writeHead(503, { 'Retry-After': '1200' }).end();
    await expect(read()).rejects.toMatchObject({ reason: 'answer', retryAfterMs: 1_200_000 });
    await expect(fetchFeed('http://127.0.0.1:1/', { validators: {}, testOrigin: 'http://127.0.0.1:1' })).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('follows three redirects, and none to another place than it may ask', async () => {
    const hops = (most: number): RequestListener => ({ url }, response) => {
      const hop = Number(new URL(url ?? '', origin).searchParams.get('hop'));
      if (hop === most) response.end('there');
      else response.writeHead(302, { Location: `/a.ics?hop=${hop + 1}` }).end();
    };
    answer = hops(3);
    expect(String((await read())?.content)).toBe('there');
    expect(await failure(hops(4))).toBe('redirects');
    for (const Location of ['http://calendar.example/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://[::1]/', 'https://a:b@calendar.example/', 'https://calendar.example:8443/', 'file:///etc/passwd', 'http://', `http://127.0.0.1:${Number(new URL(origin).port) + 1}/`, ''])
      expect([Location, await failure((_, response) => response.writeHead(302, { Location }).end())]).toEqual([Location, 'redirects']);
    // A name of this machine is looked up, and not asked.
    expect(await failure((_, response) => response.writeHead(302, { Location: 'https://attune.localhost/' }).end())).toBe('unreachable');
  });

  it('asks nobody who cannot prove who they are, nor one who speaks no TLS; no word of the question reaches them', async () => {
    let asked = 0;
    const impostor = createSecureServer(SELF_SIGNED, (_, response) => {
      asked += 1;
      response.end('BEGIN:VCALENDAR');
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const secure = `https://localhost:${(impostor.address() as AddressInfo).port}`;
    await expect(fetchFeed(`${secure}/a.ics`, { validators: {}, testOrigin: secure })).rejects.toMatchObject({ reason: 'certificate' });
    const plain = origin.replace('http:', 'https:');
    await expect(fetchFeed(`${plain}/a.ics`, { validators: {}, testOrigin: plain })).rejects.toMatchObject({ reason: 'certificate' });
    expect(asked).toBe(0);
    impostor.close();
  });

  it('tells its address in no error', async () => {
    answer = (_, response) => response.destroy();
    const error = await read().catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(FeedFailure);
    expect(`${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(origin);
  });
});
