import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { ALL, PERSON, refusal, scope, startDemo, type Api, type Demo } from './google-calendar-kit';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
let demo: Demo;
let api: Api;

beforeAll(async () => {
  demo = await startDemo(join(folder, 'google.json'));
  ({ api } = await demo.connect());
});

afterAll(() => demo.close());

const event = { summary: 'Session', start: { dateTime: '2027-03-01T09:00:00Z' }, end: { dateTime: '2027-03-01T10:00:00Z' } };

describe('consent', () => {
  test('holds the scopes that were left ticked, and who somebody is', async () => {
    const back = await demo.consent({ granted: [scope('calendar.events')], step: 'consent' });
    expect(back.searchParams.get('scope')).toBe(`openid email profile ${scope('calendar.events')}`);
    const { api: narrow } = await demo.connect({ scope: `openid ${scope('calendar.events')}` }, 'narrow@example.com');
    expect((await narrow.events.list({ calendarId: 'primary' })).status).toBe(200);
    expect(await refusal(narrow.calendarList.list())).toEqual({ status: 403, reason: 'insufficientPermissions' });
    expect(await refusal(narrow.freebusy.query({ requestBody: {} }))).toEqual({ status: 403, reason: 'insufficientPermissions' });
  });

  test('is asked on a page with a tick for each calendar scope, in plain words', async () => {
    const asked = new URLSearchParams({ client_id: 'attune', redirect_uri: 'http://localhost:3000/api/x', response_type: 'code', scope: ALL, prompt: 'consent', login_hint: PERSON });
    const page = await (await fetch(`${demo.base}/authorize?${asked.toString()}`)).text();
    expect(page.match(/type="checkbox"/g)).toHaveLength(3);
    for (const words of ['Attune wants access', PERSON, 'View and edit events on all your calendars', 'Continue', 'Cancel']) expect(page).toContain(words);
    asked.delete('login_hint');
    const answer = await fetch(`${demo.base}/authorize`, { method: 'POST', redirect: 'manual', body: new URLSearchParams([...asked, ['step', 'choose'], ['choice', 'demo']]) });
    expect([answer.status, (await answer.text()).includes('amelie@demo.attune.example')]).toEqual([200, true]);
  });

  test('gives a refresh token when it was asked for, not with each return; scopes add up', async () => {
    const email = 'returning@example.com';
    const first = await demo.connect({ prompt: '', scope: `openid email ${scope('calendar.freebusy')}` }, email);
    expect(first.auth.credentials.refresh_token).toBeDefined();
    const returning = await demo.connect({ prompt: '', scope: 'openid email' }, email);
    expect(returning.auth.credentials.refresh_token).toBeUndefined();
    const wider = await demo.connect({ prompt: '', scope: `openid ${scope('calendar.events')}`, include_granted_scopes: 'true' }, email);
    expect(wider.auth.credentials.refresh_token).toBeDefined();
    expect((wider.auth.credentials.scope ?? '').split(' ')).toEqual(expect.arrayContaining([scope('calendar.events'), scope('calendar.freebusy')]));
  });

  test('is joined by the list of calendars in a step of its own, whose page asks for that alone', async () => {
    const email = 'step@example.com';
    const narrow = await demo.connect({ scope: `openid email ${scope('calendar.events')} ${scope('calendar.freebusy')}` }, email);
    expect(await refusal(narrow.api.calendarList.list())).toEqual({ status: 403, reason: 'insufficientPermissions' });
    const asked = { scope: `openid email ${scope('calendar.calendarlist.readonly')}`, include_granted_scopes: 'true' };
    const query = new URLSearchParams({ client_id: 'attune', redirect_uri: 'http://localhost:3000/api/x', response_type: 'code', prompt: 'consent', login_hint: email, ...asked });
    const page = await (await fetch(`${demo.base}/authorize?${query.toString()}`)).text();
    expect(page.match(/type="checkbox"/g)).toHaveLength(1);
    expect(page).toMatch(/See the list of calendars.*Attune already has some access.*View and edit events/s);
    const wider = await demo.connect(asked, email);
    expect((await wider.api.calendarList.list()).status).toBe(200);
    expect((await wider.api.events.list({ calendarId: 'primary' })).status).toBe(200);
    expect(await refusal(narrow.api.calendarList.list())).toEqual({ status: 403, reason: 'insufficientPermissions' });
  });

  test('ends by its token, in the address or in the body, or at Google itself', async () => {
    for (const end of ['address', 'body', 'google'] as const) {
      const { auth, api: mine } = await demo.connect({}, `${end}@example.com`);
      const { refresh_token: token = '' } = auth.credentials;
      if (end === 'address') expect((await auth.revokeToken(token ?? '')).status).toBe(200);
      if (end === 'body') expect((await fetch(`${demo.base}/revoke`, { method: 'POST', body: new URLSearchParams({ token: token ?? '' }) })).status).toBe(200);
      if (end === 'google') demo.google.control.revokeGrant({ account: `${end}@example.com` });
      await expect(auth.refreshAccessToken()).rejects.toMatchObject({ response: { status: 400, data: { error: 'invalid_grant' } } });
      auth.setCredentials({ access_token: auth.credentials.access_token ?? null });
      expect(await refusal(mine.calendarList.list())).toEqual({ status: 401, reason: 'authError' });
    }
  });

  test('loses a scope, and its tokens stay', async () => {
    const email = 'less@example.com';
    const { auth, api: mine } = await demo.connect({}, email);
    demo.google.control.withdrawScope({ account: email, scope: scope('calendar.events') });
    expect(await refusal(mine.events.list({ calendarId: 'primary' }))).toEqual({ status: 403, reason: 'insufficientPermissions' });
    expect((await mine.calendarList.list()).status).toBe(200);
    const { credentials } = await auth.refreshAccessToken();
    expect(credentials.scope).not.toContain(scope('calendar.events'));
    expect(await refusal(mine.events.list({ calendarId: 'primary' }))).toEqual({ status: 403, reason: 'insufficientPermissions' });
  });

  test('access tokens that are over are renewed', async () => {
    const { auth, api: mine } = await demo.connect({}, 'expired@example.com');
    auth.forceRefreshOnFailure = true;
    const { access_token: before } = auth.credentials;
    demo.google.control.expireAccessTokens({ account: 'expired@example.com' });
    expect((await mine.calendarList.list()).status).toBe(200);
    expect(auth.credentials.access_token).not.toBe(before);
  });
});

describe('on demand', () => {
  test.each([
    ['tooManyRequests', 429, 'rateLimitExceeded'],
    ['userRateLimitExceeded', 403, 'userRateLimitExceeded'],
    ['quotaExceeded', 403, 'quotaExceeded'],
    ['backendError', 500, 'backendError'],
    ['unavailable', 503, 'backendError'],
  ] as const)('%s is what the next request meets', async (kind, status, reason) => {
    demo.google.control.fault({ kind, method: 'POST', path: '/events$' });
    expect((await api.calendarList.list()).status).toBe(200);
    expect(await refusal(api.events.insert({ calendarId: 'primary', requestBody: event }))).toEqual({ status, reason });
    expect((await api.events.insert({ calendarId: 'primary', requestBody: event })).status).toBe(200);
  });

  test('a lost answer leaves the change done or not, as asked', async () => {
    const insert = (id: string): Promise<unknown> => api.events.insert({ calendarId: 'primary', requestBody: { ...event, id } });
    demo.google.control.fault({ kind: 'resetBefore' });
    await expect(insert('before0')).rejects.toThrow();
    demo.google.control.fault({ kind: 'resetAfter' });
    await expect(insert('after0')).rejects.toThrow();
    expect((await refusal(api.events.get({ calendarId: 'primary', eventId: 'before0' }))).status).toBe(404);
    expect((await refusal(insert('after0'))).status).toBe(409);
  });

  test('half an answer, none at all, and another time', async () => {
    demo.google.control.fault({ kind: 'cut' });
    await expect(api.events.list({ calendarId: 'primary' })).rejects.toThrow();
    demo.google.control.fault({ kind: 'hang' });
    await expect(api.events.list({ calendarId: 'primary' }, { timeout: 50 })).rejects.toThrow();
    demo.google.control.fault({ kind: 'dateOff', minutes: 10 });
    const { headers } = await api.calendarList.list();
    expect(Date.now() - Date.parse(new Headers(headers as Record<string, string>).get('date') ?? '')).toBeGreaterThan(9 * 60_000);
  });

  test('is asked for as JSON, by this machine’s own tests', async () => {
    const ask = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${demo.base}/control`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
    const made = (await (await ask({ do: 'addEvent', account: PERSON, title: 'By hand', start: '2027-03-01T09:00', end: '2027-03-01T10:00' })).json()) as { result: { id: string; start: object } };
    expect(made.result.start).toEqual({ dateTime: '2027-03-01T09:00:00-05:00', timeZone: 'America/New_York' });
    expect((await ask({ do: 'moveEvent', account: PERSON, id: made.result.id, start: '2027-03-02', end: '2027-03-03' })).status).toBe(200);
    expect((await api.events.get({ calendarId: 'primary', eventId: made.result.id })).data).toMatchObject({ start: { date: '2027-03-02' }, end: { date: '2027-03-04' } });
    expect((await ask({ do: 'constructor' })).status).toBe(400);
    expect((await ask({ do: 'clearFaults' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await ask({ do: 'clearFaults' }, { 'content-type': 'text/plain' })).status).toBe(403);
  });
});

describe('a watched calendar', () => {
  const heard: IncomingHttpHeaders[] = [];
  const answers: number[] = [];
  let receiver: Server;
  let address: string;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      heard.push(request.headers);
      response.writeHead(answers.shift() ?? 204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/push`;
  });

  afterAll(() => receiver.close());

  const told = async (): Promise<string[]> => {
    await demo.google.channels.settled();
    return heard.splice(0).map((headers) => `${String(headers['x-goog-resource-state'])} ${String(headers['x-goog-message-number'])}`);
  };
  const watch = (id: string, calendarId: string, more: object = {}): Promise<{ data: calendar_v3.Schema$Channel }> =>
    api.events.watch({ calendarId, requestBody: { id, type: 'web_hook', address, token: 'secret', params: { ttl: '60' }, ...more } });
  const change = (calendar: string): unknown => demo.google.control.addEvent({ account: PERSON, calendar, title: 'New', start: '2027-03-05', end: '2027-03-05' });
  const freshCalendar = (): string => demo.google.control.addCalendar({ account: PERSON, summary: 'Watched' }).id;

  test('tells that something changed, until it is stopped', async () => {
    const calendarId = freshCalendar();
    const { data } = await watch('channel-1', calendarId);
    expect(data).toMatchObject({ kind: 'api#channel', id: 'channel-1', token: 'secret', resourceId: expect.any(String) as string });
    await demo.google.channels.settled();
    expect(heard[0]).toMatchObject({ 'x-goog-channel-id': 'channel-1', 'x-goog-channel-token': 'secret', 'x-goog-resource-id': data.resourceId, 'x-goog-resource-uri': expect.stringContaining('/events?alt=json') as string, 'x-goog-channel-expiration': expect.any(String) as string, 'content-length': '0' });
    change(calendarId);
    change(PERSON);
    expect(await told()).toEqual(['sync 1', 'exists 2']);
    expect(await refusal(watch('channel-1', calendarId))).toEqual({ status: 400, reason: 'channelIdNotUnique' });
    expect(await refusal(watch('channel-2', calendarId, { address: 'http://elsewhere.example/' }))).toEqual({ status: 400, reason: 'push.webhookUrlNotHttps' });
    expect((await api.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } })).status).toBe(204);
    expect((await refusal(api.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } }))).status).toBe(404);
    change(calendarId);
    expect(await told()).toEqual([]);
  });

  test('tries again after a 5xx alone, and ends by itself', async () => {
    const calendarId = freshCalendar();
    await watch('channel-3', calendarId);
    await told();
    answers.push(503, 500);
    change(calendarId);
    expect(await told()).toEqual(['exists 2', 'exists 2', 'exists 2']);
    answers.push(404);
    change(calendarId);
    expect(await told()).toEqual(['exists 3']);
    demo.google.control.clock({ offsetMs: 61_000 });
    change(calendarId);
    expect(await told()).toEqual([]);
    demo.google.control.clock({ offsetMs: 0 });
  });

  test('loses, doubles and mixes up what it tells when asked to', async () => {
    const calendarId = freshCalendar();
    await watch('channel-4', calendarId);
    await told();
    for (const kind of ['drop', 'duplicate', 'reorder'] as const) demo.google.control.faultPushes({ kind });
    for (let count = 0; count < 4; count += 1) {
      change(calendarId);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await told()).sort()).toEqual(['exists 3', 'exists 3', 'exists 4', 'exists 5']);
  });
});
