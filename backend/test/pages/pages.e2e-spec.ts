import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as supertest from 'supertest';
import { openPractice, Practice } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const TEMPLATE = '<html><head><!--attune:head--></head><body><div id="root"><!--attune:prerender--></div><!--attune:data--></body></html>';
const ROUTES = [
  { path: '/', remote: 'public_booking', page: 'landing' },
  { path: '/book/:therapistId', remote: 'public_booking', page: 'therapist-by-id' },
  { path: '/dashboard', remote: 'therapist', page: 'dashboard' },
  { path: '/t/:slug', remote: 'public_booking', page: 'therapist-by-slug' },
  { path: '/:slug', remote: 'public_booking', page: 'therapist-by-slug' },
];

let folder: string;
let remote: Server;
let remoteAnswers: 'well' | '503' | 'never' = 'well';
let test: TestApp;
let practice: Practice;

function put(path: string, content: string | object): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const describeRemote = (entry: string) => ({
  name: 'public_booking',
  entry,
  runtimeContract: 1,
  pages: { 'therapist-by-slug': { js: ['pages.1.js', 'slug.2.js'], css: ['slug.3.css'] } },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-pages-'));
  put('shell/dist/index.html', TEMPLATE);
  put('shell/dist/route-manifest.json', ROUTES);
  put('public-booking/dist/remote.json', describeRemote('remoteEntry.aaaa.js'));
  remote = createServer((_, response) => {
    if (remoteAnswers === 'never') return;
    response.writeHead(remoteAnswers === 'well' ? 200 : 503).end(JSON.stringify({ entry: 'remoteEntry.tttt.js', runtimeContract: 1, pages: {} }));
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  test = await startTestApp({
    SHELL_ORIGIN: join(folder, 'shell', 'dist'),
    REMOTES_ORIGIN: folder,
    REMOTE_THERAPIST_URL: `http://127.0.0.1:${(remote.address() as AddressInfo).port}`,
  });
  practice = await openPractice(test);
});

afterAll(async () => {
  await test.close();
  remote.closeAllConnections();
  remote.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => supertest.default(test.app.getHttpServer()).get(path);

interface InlinedData {
  remotes: { name: string; entry?: string; unavailable?: boolean }[];
  signed_in_hint: { user: boolean; admin: boolean };
  public_therapist?: { key: string; not_found?: boolean; therapist: { id: string }; services: unknown[]; availability: { answer: { days: unknown[] } } };
}

function inlined(html: string): InlinedData {
  const json = /<script type="application\/json" id="attune-page-data">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(json ?? '') as InlinedData;
}

describe('pages', () => {
  it('answer with the shell, an ETag, the decided policy and a CSRF token', async () => {
    const answer = await get('/').expect(200);
    expect(answer.headers['content-type']).toMatch(/text\/html/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['content-security-policy']?.split(';').map((part) => part.trim())).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-elem 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "worker-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(([] as string[]).concat(answer.headers['set-cookie'] ?? []).join()).toMatch(/XSRF-TOKEN=[^;]+;.*SameSite=Lax/);
    await get('/').set('If-None-Match', answer.headers['etag'] ?? '').expect(304);
  });

  it('carry the therapist, services, first free times and preloads, so that the browser asks for nothing more', async () => {
    const { text } = await get(`/t/${practice.slug}`).expect(200);
    const { public_therapist: data } = inlined(text);
    expect(data).toMatchObject({ key: `slug:${practice.slug}`, therapist: { id: practice.therapist.id }, services: [{ name: 'Session' }] });
    expect(data?.availability.answer.days.length).toBeGreaterThanOrEqual(29);
    for (const file of ['remoteEntry.aaaa.js', 'pages.1.js', 'slug.2.js']) expect(text).toContain(`<link rel="preload" as="script" href="/remotes/public-booking/${file}">`);
    expect(text).toContain('<title>Dr. Test · Attune</title>');
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000/t/${practice.slug}">`);
  });

  it('say who it is and what is offered in the HTML itself, for whoever has no scripts and for search engines', async () => {
    const shown = await openPractice(test, { name: 'Walk & <talk>', description: 'Outside, "whatever" the weather.', price: 80, is_free: false, duration_minutes: 50, session_type: 'in-person' });
    const { text } = await get(`/t/${shown.slug}`).expect(200);
    expect(text).toContain('<h2>Available Services</h2><ul><li><h3 dir="auto">Walk &amp; &lt;talk&gt;</h3><p dir="auto">Outside, &quot;whatever&quot; the weather.</p><p>$80 · 50 min · in-person</p></li></ul>');
    const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as object;
    expect(structured).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: 'Dr. Test',
      url: `http://localhost:3000/t/${shown.slug}`,
      makesOffer: [{ price: 80, priceCurrency: 'USD', itemOffered: { '@type': 'Service', name: 'Walk & <talk>' } }],
    });
    for (const part of ['<meta property="og:type" content="profile">', '<meta property="og:site_name" content="Attune">', '<meta name="twitter:card" content="summary">']) expect(text).toContain(part);
  });

  it('are found by search engines where the therapist wants it, and nowhere else', async () => {
    const hidden = await openPractice(test);
    const found = await openPractice(test);
    await found.therapist.put('/api/therapist/profile', { display_name: 'Dr. Found', search_listed: true }).expect(200);
    const gone = await openPractice(test);
    await gone.therapist.put('/api/therapist/profile', { display_name: 'Dr. Gone', search_listed: true }).expect(200);
    await test.database.query('update users set is_active = false where id = $1', [gone.therapist.id]);
    const noIndex = '<meta name="robots" content="noindex">';
    expect((await get(`/t/${hidden.slug}`).expect(200)).text).toContain(noIndex);
    expect((await get(`/t/${found.slug}`).expect(200)).text).not.toContain(noIndex);
    const rules = await get('/robots.txt').expect(200).expect('Content-Type', /text\/plain/);
    expect(rules.text).toContain('Disallow: /api/');
    expect(rules.text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    const map = await get('/sitemap.xml').expect(200).expect('Content-Type', /xml/);
    const addresses = [...map.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toEqual(expect.arrayContaining(['http://localhost:3000/', 'http://localhost:3000/pricing', `http://localhost:3000/t/${found.slug}`]));
    for (const { slug, therapist } of [hidden, gone]) expect(map.text).not.toMatch(new RegExp(`${slug}|${therapist.id}`));
    // Made once for all who ask; whoever takes their page out is out within a minute.
    await found.therapist.put('/api/therapist/profile', { display_name: 'Dr. Found', search_listed: false }).expect(200);
    expect((await get('/sitemap.xml').expect(200)).text).toBe(map.text);
    test.clock.advance(60_000);
    expect((await get('/sitemap.xml').expect(200)).text).not.toContain(found.slug);
  });

  it('have titles and descriptions of their own', async () => {
    const head = async (path: string): Promise<string[]> => {
      const { text } = await get(path).expect(200);
      return [/<title>(.*?)<\/title>/.exec(text)?.[1] ?? '', /<meta name="description" content="(.*?)">/.exec(text)?.[1] ?? ''];
    };
    const heads = await Promise.all(['/', '/dashboard', `/t/${practice.slug}`].map(head));
    for (const at of [0, 1]) expect(new Set(heads.map((words) => words[at])).size).toBe(heads.length);
    expect(heads[1]?.[0]).toBe('Dashboard · Attune');
    expect((await get('/').expect(200)).text).toContain('<script type="application/ld+json">');
  });

  it('leave long services to the browser’s own question, and answer many who ask at once with one page', async () => {
    const long = await openPractice(test);
    for (let n = 0; n < 16; n += 1) await long.therapist.post('/api/therapist/services', { name: `Long ${n}`, description: '€'.repeat(2_000), duration_minutes: 50, is_free: true }).expect(201);
    const { text, headers } = await get(`/t/${long.slug}`).expect(200);
    const { public_therapist: data } = inlined(text);
    expect([data?.therapist.id, data?.services]).toEqual([long.therapist.id, undefined]);
    expect(text.length).toBeLessThan(60_000);
    const heads = await Promise.all(Array.from({ length: 12 }, () => supertest.default(test.app.getHttpServer()).head(`/t/${long.slug}`).set('Accept-Encoding', 'gzip')));
    expect(new Set(heads.map((head) => head.headers['etag']))).toEqual(new Set([headers['etag']]));
    await get(`/t/${long.slug}`).set('If-None-Match', headers['etag'] ?? '').expect(304);
  });

  it('read one statement when something has changed, and none before', async () => {
    for (const path of [`/t/${practice.slug}`, `/book/${practice.therapist.id}`]) {
      await get(path).expect(200);
      await practice.therapist.post('/api/therapist/services', { name: 'Another', duration_minutes: 50, is_free: true }).expect(201);
      const asked = jest.spyOn(test.database, 'query');
      const names = async () => {
        asked.mockClear();
        await get(path).expect(200);
        return asked.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.name)).filter((name) => name !== 'public-version');
      };
      expect([await names(), await names()]).toEqual([['availability-first-view'], []]);
      asked.mockRestore();
    }
  });

  it('show a name that tries to be markup as text', async () => {
    const therapist = await signInTherapist(test);
    const name = '</script><script>alert(1)</script>';
    await therapist.post('/api/therapist/profile', { display_name: name, bio: '<img src=x onerror=alert(1)>', custom_slug: 'markup-name' }).expect(201);
    const { text } = await get('/t/markup-name').expect(200);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect((inlined(text).public_therapist as unknown as { therapist: { display_name: string } }).therapist.display_name).toBe(name);
  });

  it.each(['/t/nobody-here', '/nobody-here', '/book/0192d3a4-0000-7000-8000-000000000000', '/book/nonsense', '/no/such/page'])('answer 404 with the shell at %s', async (path) => {
    const { text } = await get(path).expect(404);
    expect(text).toContain('attune-page-data');
  });

  it('lead from every spelling in capitals to the one page that is made and kept', async () => {
    const practice = await openPractice(test);
    for (const [typed, page] of [
      [`/t/${practice.slug.toUpperCase()}?from=card`, `/t/${practice.slug}?from=card`],
      [`/${practice.slug.toUpperCase()}`, `/${practice.slug}`],
      [`/book/${practice.therapist.id.toUpperCase()}`, `/book/${practice.therapist.id}`],
      ['//Elsewhere.example', '/elsewhere.example'],
      ['/t/%4E%C3%84h', `/t/n${encodeURIComponent('ä')}h`],
    ] as const) {
      expect([typed, (await get(typed).expect(301)).headers.location]).toEqual([typed, page]);
    }
  });

  it('say nothing of a deactivated therapist', async () => {
    const gone = await openPractice(test);
    await test.database.query('update users set is_active = false where id = $1', [gone.therapist.id]);
    expect(inlined((await get(`/t/${gone.slug}`).expect(404)).text).public_therapist).toEqual({ key: `slug:${gone.slug}`, not_found: true });
  });

  it('tell the browser whether a session cookie is there', async () => {
    expect(inlined((await get('/')).text).signed_in_hint).toEqual({ user: false, admin: false });
    expect(inlined((await get('/').set('Cookie', practice.therapist.cookie)).text).signed_in_hint).toEqual({ user: true, admin: false });
  });

  it('refuse anything but reading', async () => {
    await supertest.default(test.app.getHttpServer()).post('/dashboard').expect(404);
  });
});

describe('/remotes.json', () => {
  it('lists what is deployed now: a new build appears at the next request', async () => {
    const first = await get('/remotes.json').expect(200);
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.headers['etag']).toBeDefined();
    expect(first.body.remotes[0]).toEqual({ name: 'public_booking', entry: '/remotes/public-booking/remoteEntry.aaaa.js', runtimeContract: 1 });
    put('public-booking/dist/remote.json', describeRemote('remoteEntry.bbbb.js'));
    const second = await get('/remotes.json').set('If-None-Match', first.headers['etag'] ?? '').expect(200);
    expect(second.body.remotes[0].entry).toBe('/remotes/public-booking/remoteEntry.bbbb.js');
  });

  it('says that a remote is unavailable while its server refuses, fails or hangs, and finds it again', async () => {
    const therapistRemote = async () => ((await get('/remotes.json')).body as InlinedData).remotes.find(({ name }) => name === 'therapist');
    const settle = () => new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await therapistRemote()).toMatchObject({ entry: '/remotes/therapist/remoteEntry.tttt.js' });
    for (const trouble of ['503', 'never'] as const) {
      remoteAnswers = trouble;
      await settle();
      await therapistRemote();
      await new Promise((resolve) => setTimeout(resolve, trouble === 'never' ? 1_700 : 200));
      expect(await therapistRemote()).toEqual({ name: 'therapist', unavailable: true });
      remoteAnswers = 'well';
      await settle();
      await therapistRemote();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await therapistRemote()).toMatchObject({ entry: '/remotes/therapist/remoteEntry.tttt.js' });
    }
    expect(((await get('/remotes.json')).body as InlinedData).remotes.find(({ name }) => name === 'admin')).toEqual({ name: 'admin', unavailable: true });
  });
});
