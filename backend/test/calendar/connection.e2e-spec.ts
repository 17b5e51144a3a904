import * as supertest from 'supertest';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { statement } from '../../src/common/database/database';
import type { CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { SignedInTherapist, signInAnew, signInTherapist } from '../harness/signed-in';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let google: GoogleStandIn;
let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp(google.environment);
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  // So many ways to Google are begun from one address here.
  test.clock.advance(11 * 60_000);
  therapist = await signInTherapist(test);
});

const AS_TEXT = statement<{ row: string }>('calendar-rows-as-text', `select c::text || ' ' || coalesce(string_agg(s::text, ' '), '') as row
         from calendar_connections c join calendar_sources s using (therapist_id) where therapist_id = $1 group by c.*`);

const SCOPES = 'https://www.googleapis.com/auth/calendar.';
const LIST = '?ask=calendar_list';
/** What is asked for at an address, sorted, without Google's prefix. */
const scopesAt = (address: string): string[] => (new URL(address).searchParams.get('scope') ?? '').replaceAll(SCOPES, '').split(' ').sort();

interface Begun {
  address: string;
  flowCookie: string;
}

async function begin(who = therapist, ask = ''): Promise<Begun> {
  const answer = await who.get(`/api/auth/google/calendar${ask}`).expect(200);
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  const flow = cookies.find((line) => line.startsWith('calendar_flow=')) ?? '';
  expect(flow).toMatch(/HttpOnly.*SameSite=Lax/);
  return { address: (answer.body as { authorization_url: string }).authorization_url, flowCookie: flow.split(';')[0] ?? '' };
}

/** Google's answer, brought back by a browser. @returns where it is sent */
async function comeBack(location: string, cookie: string): Promise<string> {
  const { pathname, search } = new URL(location);
  const answer = await supertest.default(test.app.getHttpServer()).get(`${pathname}${search}`).set('Cookie', cookie).expect(302);
  return answer.headers['location'] ?? '';
}

async function connect(who = therapist, email = who.email, choice = 'email'): Promise<string> {
  const { address, flowCookie } = await begin(who);
  return comeBack(await google.decide(address, choice, email), `${who.cookie}; ${flowCookie}`);
}

/** Asks for the list of calendars of an account that is connected. @param change of what Google is asked, or what is ticked there */
async function addList({ who = therapist, email = who.email, choice = 'email', change = () => undefined }: { who?: SignedInTherapist; email?: string; choice?: string; change?: (asked: URLSearchParams) => void } = {}): Promise<string> {
  const { address, flowCookie } = await begin(who, LIST);
  const url = new URL(address);
  change(url.searchParams);
  return comeBack(await google.decide(url.href, choice, email), `${who.cookie}; ${flowCookie}`);
}

/** As somebody who was asked for everything at once, before the list was a step of its own. */
async function connectWithList(who = therapist): Promise<void> {
  expect(await connect(who)).toBe('/dashboard?calendar_connected=true');
  expect(await addList({ who })).toBe('/dashboard?calendar_list=shown');
}

const status = async (who = therapist): Promise<CalendarStatusDto> => (await who.get('/api/therapist/calendar/status').expect(200)).body as CalendarStatusDto;

it('asks for events, free times and whose account it is, and for nothing else, offline, with PKCE and a state of this browser', async () => {
  const { address } = await begin();
  const query = new URL(address).searchParams;
  expect(scopesAt(address)).toEqual(['email', 'events', 'freebusy', 'openid']);
  expect([query.get('include_granted_scopes'), query.get('login_hint')]).toEqual([null, null]);
  expect(Object.fromEntries(query)).toMatchObject({ access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256', redirect_uri: 'http://localhost:3000/api/auth/google/calendar/callback' });
  expect(query.get('state')).toMatch(/^[\w-]{43}$/);
  expect(await status()).toMatchObject({ configured: true, connected: false, last_connected: null, calendars: [] });
});

it('is connected with the main calendar, which blocks times and takes appointments; the others follow with their list; nothing of it is legible in the tables', async () => {
  expect(await connect()).toBe('/dashboard?calendar_connected=true');
  expect(await status()).toMatchObject({ may_list: false, calendars: [{ is_primary: true, blocks: true, takes_appointments: true }] });
  expect(google.calendar.requests.some(({ path }) => path.includes('calendarList'))).toBe(false);
  expect(await addList()).toBe('/dashboard?calendar_list=shown');
  const shown = await status();
  expect(shown).toMatchObject({ connected: true, account: therapist.email, calendar_name: therapist.email, state: 'ok', reason: null, titles: 'initials', meet_links: false, may_list: true });
  expect(shown.calendars.map(({ is_primary, blocks, takes_appointments }) => [is_primary, blocks, takes_appointments])).toEqual([[true, true, true], [false, false, false]]);
  const rows = await test.database.query(AS_TEXT, [therapist.id]);
  expect(rows).toHaveLength(1);
  const bytes = JSON.stringify(rows);
  for (const secret of [therapist.email, '1//', 'Family']) expect(bytes).not.toContain(Buffer.from(secret).toString('hex'));
  for (const secret of [therapist.email, '1//', 'Family']) expect(bytes).not.toContain(secret);
});

it('a consent is taken from the browser and the person that began it, once, and not after ten minutes', async () => {
  const [mine, others] = [await begin(), await signInTherapist(test)];
  const location = await google.decide(mine.address, 'email', therapist.email);
  const failed = '/dashboard?calendar_error=true&reason=failed';
  expect(await comeBack(location, therapist.cookie)).toBe(failed);
  expect(await comeBack(location, `${others.cookie}; ${mine.flowCookie}`)).toBe(failed);
  expect(await comeBack(location, mine.flowCookie)).toBe(failed);
  expect(await comeBack(location, `${therapist.cookie}; ${mine.flowCookie}`)).toBe('/dashboard?calendar_connected=true');
  expect(await comeBack(location, `${therapist.cookie}; ${mine.flowCookie}`)).toBe(failed);
  const late = await begin();
  test.clock.advance(11 * 60_000);
  const anew = await signInAnew(test, therapist);
  expect(await comeBack(await google.decide(late.address, 'email', therapist.email), `${anew.cookie}; ${late.flowCookie}`)).toBe(failed);
});

it('who says no, unticks what is needed, or brings another therapist’s account is told so, and what stood stays', async () => {
  const other = await signInTherapist(test);
  expect(await connect(other)).toBe('/dashboard?calendar_connected=true');
  expect(await connect(therapist, '', 'deny')).toBe('/dashboard?calendar_error=true&reason=denied');
  expect(await connect(therapist, other.email)).toBe('/dashboard?calendar_error=true&reason=account_taken');
  const { address, flowCookie } = await begin();
  const partly = new URL(address);
  partly.searchParams.set('granted', `${SCOPES}freebusy`);
  expect(await comeBack(await google.decide(partly.href, 'email', therapist.email), `${therapist.cookie}; ${flowCookie}`)).toBe('/dashboard?calendar_error=true&reason=scope');
  expect(await status()).toMatchObject({ connected: false });
  expect(await status(other)).toMatchObject({ connected: true, state: 'ok' });
  await other.post('/api/therapist/calendar/refresh').expect(200);
  expect(google.calendar.requests.at(-1)).toMatchObject({ path: '/calendars/primary/events', query: { fields: 'summary,timeZone' } });
});

it('whose account it is Google says, not the name of its main calendar: nobody takes another’s place with it', async () => {
  const stranger = await signInTherapist(test);
  google.calendar.control.changeCalendar({ account: stranger.email, summary: therapist.email });
  expect(await connect(stranger)).toBe('/dashboard?calendar_connected=true');
  expect(await status(stranger)).toMatchObject({ account: stranger.email, calendars: [{ name: therapist.email }] });
  expect(await connect()).toBe('/dashboard?calendar_connected=true');
  expect(await status()).toMatchObject({ account: therapist.email });
});

it('a main calendar with a name of its own stands for itself, too; with the list it is the same one', async () => {
  google.calendar.control.changeCalendar({ account: therapist.email, summary: 'Practice' });
  expect(await connect()).toBe('/dashboard?calendar_connected=true');
  const [main] = (await status()).calendars;
  expect(main).toMatchObject({ name: 'Practice', is_primary: true, blocks: true });
  expect(await addList()).toBe('/dashboard?calendar_list=shown');
  expect((await status()).calendars[0]).toEqual(main);
});

const OTHER_ID = statement('calendar-main-by-another-id', `update calendar_sources set calendar_key = $2 where therapist_id = $1 and is_primary`);

it('a main calendar whose id is not the account’s address is the same one with the list, too', async () => {
  await connect();
  const [main] = (await status()).calendars;
  await test.database.query(OTHER_ID, [therapist.id, Buffer.from('another id')]);
  expect(await addList()).toBe('/dashboard?calendar_list=shown');
  expect((await status()).calendars.filter(({ is_primary, gone }) => is_primary || gone)).toEqual([main]);
});

describe('the list of calendars', () => {
  const chooseFamily = async (): Promise<void> => {
    const { calendars } = await status();
    const [main, family] = [calendars.find(({ is_primary }) => is_primary)?.id, calendars.find(({ name }) => name === 'Family')?.id];
    await therapist.put('/api/therapist/calendar/settings', { blocking: [main, family], appointments: main, titles: 'plain', meet_links: false }).expect(200);
  };

  it('is asked for by itself, of the connected account, together with what it gave before', async () => {
    await therapist.get(`/api/auth/google/calendar${LIST}`).expect(422);
    await connect();
    const { address } = await begin(therapist, LIST);
    expect(scopesAt(address)).toEqual(['calendarlist.readonly', 'email', 'openid']);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ include_granted_scopes: 'true', login_hint: therapist.email, access_type: 'offline', code_challenge_method: 'S256', state: expect.stringMatching(/^[\w-]{43}$/) as string });
    await therapist.get('/api/auth/google/calendar?ask=everything').expect(400);
  });

  it.each<[string, string, Parameters<typeof addList>[0]]>([
    ['who says no', 'declined', { choice: 'deny' }],
    ['who takes the tick away', 'declined', { change: (asked) => asked.append('granted', '') }],
    ['who brings another account', 'other_account', { email: 'somebody-else@example.org' }],
    ['whose earlier consent is not joined', 'failed', { change: (asked) => asked.delete('include_granted_scopes') }],
  ])('%s keeps the connection as it was', async (_, end, way) => {
    await connect();
    const before = await status();
    google.calendar.requests.length = 0;
    expect(await addList(way)).toBe(`/dashboard?calendar_list=${end}`);
    expect(google.calendar.requests).toEqual([]);
    expect(await status()).toEqual(before);
    expect((await therapist.post('/api/therapist/calendar/refresh').expect(200)).body).toMatchObject({ state: 'ok', may_list: false });
  });

  it('is another therapist’s to bring back no more than a connection is, and not after ten minutes', async () => {
    await connect();
    const other = await signInTherapist(test);
    await connect(other);
    const { address, flowCookie } = await begin(therapist, LIST);
    const location = await google.decide(address, 'email', therapist.email);
    expect(await comeBack(location, `${other.cookie}; ${flowCookie}`)).toBe('/dashboard?calendar_error=true&reason=failed');
    expect(await addList({ email: other.email })).toBe('/dashboard?calendar_list=other_account');
    test.clock.advance(11 * 60_000);
    const anew = await signInAnew(test, therapist);
    expect(await comeBack(location, `${anew.cookie}; ${flowCookie}`)).toBe('/dashboard?calendar_list=failed');
  });

  it('that cannot be read just now changes nothing', async () => {
    await connect();
    google.calendar.control.fault({ kind: 'backendError', path: 'calendarList', times: 10 });
    expect(await addList()).toBe('/dashboard?calendar_list=failed');
    google.calendar.control.clearFaults();
    expect(await status()).toMatchObject({ state: 'ok', may_list: false });
  });

  it('that was taken back at Google is given up at the next look: what was chosen stays, and the other names are forgotten', async () => {
    google.calendar.control.addCalendar({ account: therapist.email, summary: 'Never chosen' });
    await connectWithList();
    await chooseFamily();
    google.calendar.control.withdrawScope({ account: therapist.email, scope: `${SCOPES}calendarlist.readonly` });
    const { body } = await therapist.post('/api/therapist/calendar/refresh').expect(200);
    expect(body).toMatchObject({ state: 'ok', may_list: false, calendars: [{ is_primary: true, blocks: true }, { name: 'Family', blocks: true, gone: false }] });
    google.calendar.requests.length = 0;
    await therapist.post('/api/therapist/calendar/refresh').expect(200);
    expect(google.calendar.requests.map(({ path }) => path)).toEqual(['/calendars/primary/events']);
  });

  it('stays where the consent is given anew, and after that has ended is asked for again where other calendars are chosen alone', async () => {
    await connectWithList();
    expect(scopesAt((await begin()).address)).not.toContain('calendarlist.readonly');
    expect(await connect()).toBe('/dashboard?calendar_connected=true');
    expect(await status()).toMatchObject({ may_list: true, calendars: [{ is_primary: true }, { name: 'Family', gone: false }] });
    await chooseFamily();
    google.calendar.control.revokeGrant({ account: therapist.email });
    expect(scopesAt((await begin()).address)).toEqual(['calendarlist.readonly', 'email', 'events', 'freebusy', 'openid']);
    const { address, flowCookie } = await begin();
    const partly = new URL(address);
    for (const name of ['events', 'freebusy']) partly.searchParams.append('granted', SCOPES + name);
    expect(await comeBack(await google.decide(partly.href, 'email', therapist.email), `${therapist.cookie}; ${flowCookie}`)).toBe('/dashboard?calendar_connected=true');
    expect(await status()).toMatchObject({ state: 'ok', may_list: false, calendars: [{ is_primary: true }, { name: 'Family', blocks: true, gone: false }] });
    expect(await connect()).toBe('/dashboard?calendar_connected=true');
    expect(await status()).toMatchObject({ may_list: true });
  });

  it('of a connection that is broken is asked for together with all that is needed', async () => {
    await connect();
    await test.database.query(`update calendar_connections set state = 'needs_reconnect', reason = 'revoked' where therapist_id = $1`, [therapist.id]);
    google.calendar.control.revokeGrant({ account: therapist.email });
    expect(await addList()).toBe('/dashboard?calendar_connected=true');
    expect(await status()).toMatchObject({ state: 'ok', may_list: true });
  });
});

const CLAIMS = { iss: 'https://accounts.google.com', aud: 'test-client', sub: '1', email: 'ada@example.org', email_verified: true, exp: Date.now() / 1_000 + 3_600 };

it.each<[string, object | undefined]>([
  ['nothing of whose account it is', undefined],
  ['it of another client', { ...CLAIMS, aud: 'another' }],
  ['it as somebody else', { ...CLAIMS, iss: 'https://example.org' }],
  ['it for a time that is over', { ...CLAIMS, exp: Date.now() / 1_000 - 3_600 }],
  ['an address that was not verified', { ...CLAIMS, email_verified: false }],
])('where Google says %s, nothing is connected', async (_, claims) => {
  const { address, flowCookie } = await begin();
  const location = await google.decide(address, 'email', therapist.email);
  const scope = ['openid', 'email', ...['events', 'freebusy', 'calendarlist.readonly'].map((name) => SCOPES + name)].join(' ');
  const idToken = claims && ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
  google.answerTokens((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: 'ya29.a', refresh_token: '1//a', expires_in: 3_599, token_type: 'Bearer', scope, ...(idToken !== undefined && { id_token: idToken }) }));
  });
  try {
    expect(await comeBack(location, `${therapist.cookie}; ${flowCookie}`)).toBe('/dashboard?calendar_error=true&reason=unverified');
  } finally {
    google.answerTokens(undefined);
  }
  expect(await status()).toMatchObject({ connected: false });
});

const ACCOUNT_OF_BEFORE = statement('calendar-account-of-before', 'update calendar_connections set account_key = $2 where therapist_id = $1');

it('a connection of before Google was asked for its id is still the same account: what was chosen stays', async () => {
  await connect();
  const before = await status();
  await test.database.query(ACCOUNT_OF_BEFORE, [therapist.id, test.app.get(KeyRing).digest('calendar-account', therapist.email.toLowerCase())]);
  expect(await connect()).toBe('/dashboard?calendar_connected=true');
  expect((await status()).calendars).toEqual(before.calendars);
  expect(await connect(await signInTherapist(test), therapist.email)).toBe('/dashboard?calendar_error=true&reason=account_taken');
});

it('is chosen from, with the list: what blocks, where appointments go, how they are called; another’s calendar or one that is only read is refused', async () => {
  const other = await signInTherapist(test);
  google.calendar.control.addCalendar({ account: therapist.email, summary: 'Holidays', accessRole: 'reader' });
  await connectWithList();
  await connect(other);
  const { calendars } = await status();
  const [main, family, holidays] = ['', 'Family', 'Holidays'].map((name) => calendars.find((calendar) => (name ? calendar.name === name : calendar.is_primary))?.id ?? '');
  const foreign = (await status(other)).calendars[0]?.id;
  const choose = (body: object): supertest.Test => therapist.put('/api/therapist/calendar/settings', { blocking: [main, family], appointments: family, titles: 'plain', meet_links: true, ...body });
  expect((await choose({}).expect(200)).body).toMatchObject({ calendar_name: 'Family', titles: 'plain', meet_links: true });
  expect((await choose({ appointments: null }).expect(200)).body).toMatchObject({ calendar_name: null });
  for (const body of [{ appointments: foreign }, { blocking: [foreign] }, { appointments: holidays }]) await choose(body).expect(422);
  await choose({ titles: 'names' }).expect(400);
  await choose({ blocking: ['x'] }).expect(400);
});

it('disconnecting gives the consent back and leaves nothing; an unreachable Google is told, and another account begins anew', async () => {
  await connect();
  expect((await therapist.delete('/api/therapist/calendar/disconnect').expect(200)).body).toEqual({ status: 'disconnected', revoked: true });
  expect(await status()).toMatchObject({ connected: false, calendars: [] });
  await connect();
  const before = await status();
  await connect(therapist, `other-${therapist.email}`);
  expect((await status()).calendars[0]?.id).not.toBe(before.calendars[0]?.id);
  google.calendar.control.fault({ kind: 'backendError', path: '/dev/google/revoke', times: 10 });
  expect((await therapist.delete('/api/therapist/calendar/disconnect').expect(200)).body).toEqual({ status: 'disconnected', revoked: false });
  google.calendar.control.clearFaults();
  expect((await therapist.delete('/api/therapist/calendar/disconnect').expect(200)).body).toEqual({ status: 'disconnected', revoked: true });
});

it('two who connect one account at once: one of them has it', async () => {
  const others = await Promise.all([signInTherapist(test), signInTherapist(test)]);
  const account = `shared-${therapist.email}`;
  const ways = await Promise.all(others.map(async (who) => ({ who, ...(await begin(who)) })));
  const locations: string[] = [];
  for (const { address } of ways) locations.push(await google.decide(address, 'email', account));
  const ends = await Promise.all(ways.map(({ who, flowCookie }, index) => comeBack(locations[index] ?? '', `${who.cookie}; ${flowCookie}`)));
  expect(ends.sort()).toEqual(['/dashboard?calendar_connected=true', '/dashboard?calendar_error=true&reason=account_taken'].sort());
});

it('the operator sees who is connected, and that a calendar is out of step', async () => {
  const admin = await signInAdmin(test);
  await connect();
  const listed = async (): Promise<unknown> => (await admin.get(`/api/admin/therapists?q=${therapist.email}`).expect(200)).body;
  const calendar = async (): Promise<object | undefined> => {
    const { body } = await admin.get('/api/admin/dashboard').expect(200);
    return (body as { integrations: { part: string }[] }).integrations.find(({ part }) => part === 'calendar');
  };
  expect(await listed()).toMatchObject({ therapists: [{ calendar_connected: true }] });
  expect(await calendar()).toMatchObject({ state: 'degraded', note: expect.stringContaining('No worker') });
  await test.database.query(`update calendar_connections set state = 'needs_reconnect', reason = 'revoked' where therapist_id = $1`, [therapist.id]);
  expect(await listed()).toMatchObject({ therapists: [{ calendar_connected: false }] });
  expect(await calendar()).toMatchObject({ engine: 'Google Calendar', state: 'degraded', note: 'One calendar is out of step; its therapist was told.' });
});
