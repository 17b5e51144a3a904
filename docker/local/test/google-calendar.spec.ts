import { join } from 'node:path';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { PERSON, refusal, startDemo, type Api, type Demo } from './google-calendar-kit';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
let demo: Demo;
let api: Api;

beforeAll(async () => {
  demo = await startDemo(join(folder, 'google.json'));
  ({ api } = await demo.connect());
});

afterAll(() => demo.close());

const at = (day: number, hour: number): { dateTime: string; timeZone: string } => ({ dateTime: `2027-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00`, timeZone: 'America/New_York' });
const freshCalendar = (summary: string): string => demo.google.control.addCalendar({ account: PERSON, summary }).id;

/** Every page of a list, and the token to go on from. */
async function all(calendarId: string, question: calendar_v3.Params$Resource$Events$List = {}): Promise<{ items: calendar_v3.Schema$Event[]; token: string; pages: number }> {
  const items: calendar_v3.Schema$Event[] = [];
  let pageToken: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { data } = await api.events.list({ calendarId, ...question, ...(pageToken === undefined ? {} : { pageToken }) });
    items.push(...(data.items ?? []));
    pageToken = data.nextPageToken ?? undefined;
    if (pageToken === undefined) return { items, token: data.nextSyncToken ?? '', pages };
  }
}

test('an account has its own calendar and another', async () => {
  const { data } = await api.calendarList.list({ maxResults: 1 });
  expect(data.items).toEqual([expect.objectContaining({ id: PERSON, summary: PERSON, primary: true, timeZone: 'America/New_York', accessRole: 'owner' })]);
  const rest = await api.calendarList.list({ maxResults: 1, pageToken: data.nextPageToken ?? '' });
  expect(rest.data.items).toEqual([expect.objectContaining({ summary: 'Family', id: expect.stringMatching(/@group\.calendar\.google\.com$/) as string })]);
  expect((await api.calendarList.list({ syncToken: rest.data.nextSyncToken ?? '' })).data.items).toEqual([]);
});

test('an id is given once, also after its event is gone', async () => {
  const event = { id: 'attune0000001', summary: 'Session', start: at(1, 9), end: at(1, 10), extendedProperties: { private: { attune: 'b1' } } };
  const made = await api.events.insert({ calendarId: 'primary', requestBody: event, sendUpdates: 'none' });
  expect(made.data).toMatchObject({ id: event.id, status: 'confirmed', iCalUID: `${event.id}@google.com`, sequence: 0, start: { dateTime: '2027-03-01T09:00:00-05:00' }, organizer: { email: PERSON, self: true }, extendedProperties: event.extendedProperties });
  expect(await refusal(api.events.insert({ calendarId: 'primary', requestBody: event }))).toEqual({ status: 409, reason: 'duplicate' });
  expect((await api.events.delete({ calendarId: 'primary', eventId: event.id })).status).toBe(204);
  expect(await refusal(api.events.delete({ calendarId: 'primary', eventId: event.id }))).toEqual({ status: 410, reason: 'deleted' });
  expect(await refusal(api.events.insert({ calendarId: 'primary', requestBody: event }))).toEqual({ status: 409, reason: 'duplicate' });
  expect((await api.events.get({ calendarId: 'primary', eventId: event.id })).data.status).toBe('cancelled');
  expect(await refusal(api.events.insert({ calendarId: 'primary', requestBody: { ...event, id: 'Wrong-1' } }))).toEqual({ status: 400, reason: 'invalid' });
  expect(await refusal(api.events.get({ calendarId: 'primary', eventId: 'nothing00' }))).toEqual({ status: 404, reason: 'notFound' });
});

test('pages cover everything once; a sync token then gives what changed since, deleted ones as such', async () => {
  const calendarId = freshCalendar('Sync');
  demo.google.control.addEvents({ account: PERSON, calendar: calendarId, events: Array.from({ length: 7 }, (_, index) => ({ title: `Event ${index}`, start: `2027-03-0${index + 1}T09:00`, end: `2027-03-0${index + 1}T10:00` })) });
  const full = await all(calendarId, { maxResults: 3, singleEvents: true });
  expect([full.pages, full.items.map((event) => event.summary)]).toEqual([3, Array.from({ length: 7 }, (_, index) => `Event ${index}`)]);
  const [first = {}, second = {}] = full.items;
  await api.events.patch({ calendarId, eventId: first.id ?? '', requestBody: { summary: 'Renamed', description: null } });
  await api.events.delete({ calendarId, eventId: second.id ?? '' });
  const next = await all(calendarId, { syncToken: full.token, singleEvents: true });
  expect(next.items).toEqual([expect.objectContaining({ id: first.id, summary: 'Renamed' }), { kind: 'calendar#event', etag: expect.any(String) as string, id: second.id, status: 'cancelled' }]);
  expect((await all(calendarId, { syncToken: next.token, singleEvents: true })).items).toEqual([]);
  expect((await all(calendarId, { timeMin: '2027-03-03T14:30:00Z', timeMax: '2027-03-05T14:00:00Z', singleEvents: true, orderBy: 'startTime' })).items.map((event) => event.summary)).toEqual(['Event 2', 'Event 3']);
  expect(await refusal(api.events.list({ calendarId, syncToken: next.token, timeMin: '2027-03-03T14:30:00Z' }))).toEqual({ status: 400, reason: 'invalid' });
  demo.google.control.expireSyncTokens({ account: PERSON });
  expect(await refusal(api.events.list({ calendarId, syncToken: next.token }))).toEqual({ status: 410, reason: 'fullSyncRequired' });
});

test('only the version that was read is changed when a request says so', async () => {
  const { data } = await api.events.insert({ calendarId: 'primary', requestBody: { summary: 'One', start: at(2, 9), end: at(2, 10) } });
  const eventId = data.id ?? '';
  const headers = { 'If-Match': data.etag ?? '' };
  const moved = await api.events.patch({ calendarId: 'primary', eventId, requestBody: { start: at(2, 11), end: at(2, 12) } }, { headers });
  expect(moved.data).toMatchObject({ summary: 'One', sequence: 1, start: { dateTime: '2027-03-02T11:00:00-05:00' } });
  expect(await refusal(api.events.delete({ calendarId: 'primary', eventId }, { headers }))).toEqual({ status: 412, reason: 'conditionNotMet' });
});

test('a series keeps its hour when the clocks change; one instance moves, one goes, and a later end takes the rest along', async () => {
  const calendarId = freshCalendar('Series');
  // New York's clocks go forward on 14 March 2027.
  const { data: series } = await api.events.insert({ calendarId, requestBody: { summary: 'Supervision', start: at(4, 9), end: at(4, 10), recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=5', 'EXDATE;TZID=America/New_York:20270325T090000'] } });
  const id = series.id ?? '';
  const full = await all(calendarId, { singleEvents: true });
  expect(full.items.map((event) => [event.id, event.start?.dateTime])).toEqual([
    [`${id}_20270304T140000Z`, '2027-03-04T09:00:00-05:00'],
    [`${id}_20270311T140000Z`, '2027-03-11T09:00:00-05:00'],
    [`${id}_20270318T130000Z`, '2027-03-18T09:00:00-04:00'],
    [`${id}_20270401T130000Z`, '2027-04-01T09:00:00-04:00'],
  ]);
  const moved = await api.events.patch({ calendarId, eventId: `${id}_20270311T140000Z`, requestBody: { start: at(12, 15), end: at(12, 16) } });
  expect(moved.data).toMatchObject({ recurringEventId: id, originalStartTime: { dateTime: '2027-03-11T09:00:00-05:00' } });
  await api.events.delete({ calendarId, eventId: `${id}_20270318T130000Z` });
  const changed = await all(calendarId, { syncToken: full.token, singleEvents: true });
  expect(changed.items).toEqual([
    expect.objectContaining({ id: `${id}_20270311T140000Z`, status: 'confirmed', start: { dateTime: '2027-03-12T15:00:00-05:00', timeZone: 'America/New_York' } }),
    expect.objectContaining({ id: `${id}_20270318T130000Z`, status: 'cancelled', recurringEventId: id, originalStartTime: { dateTime: '2027-03-18T09:00:00-04:00', timeZone: 'America/New_York' } }),
  ]);
  expect((await all(calendarId, { singleEvents: true, orderBy: 'startTime' })).items.map((event) => event.start?.dateTime?.slice(0, 13))).toEqual(['2027-03-04T09', '2027-03-12T15', '2027-04-01T09']);
  expect((await all(calendarId)).items.map((event) => event.id)).toEqual([id, `${id}_20270311T140000Z`, `${id}_20270318T130000Z`]);
  await api.events.patch({ calendarId, eventId: id, requestBody: { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=2'] } });
  const shortened = await all(calendarId, { syncToken: changed.token, singleEvents: true });
  expect(shortened.items.map((event) => [event.id, event.status])).toEqual([[`${id}_20270304T140000Z`, 'confirmed'], [`${id}_20270401T130000Z`, 'cancelled']]);
  await api.events.delete({ calendarId, eventId: id });
  const gone = await all(calendarId, { syncToken: shortened.token, singleEvents: true });
  expect(gone.items.map((event) => [event.id, event.status])).toEqual([[`${id}_20270304T140000Z`, 'cancelled'], [`${id}_20270311T140000Z`, 'cancelled']]);
});

test('free and busy times are joined; free, declined and cancelled ones do not count, whole days do', async () => {
  const calendarId = freshCalendar('Busy');
  const add = (requestBody: calendar_v3.Schema$Event): Promise<unknown> => api.events.insert({ calendarId, requestBody });
  await add({ start: at(8, 9), end: at(8, 10) });
  await add({ start: at(8, 10), end: at(8, 11), status: 'tentative' });
  await add({ start: at(8, 13), end: at(8, 14), transparency: 'transparent' });
  await add({ start: at(8, 15), end: at(8, 16), attendees: [{ email: PERSON, responseStatus: 'declined' }] });
  await add({ start: { date: '2027-03-09' }, end: { date: '2027-03-11' }, eventType: 'outOfOffice' });
  const { data } = await api.freebusy.query({ requestBody: { timeMin: '2027-03-08T00:00:00-05:00', timeMax: '2027-03-20T00:00:00-05:00', items: [{ id: calendarId }, { id: 'nobody@example.com' }] } });
  expect(data.calendars?.[calendarId]).toEqual({ busy: [{ start: '2027-03-08T14:00:00Z', end: '2027-03-08T16:00:00Z' }, { start: '2027-03-09T05:00:00Z', end: '2027-03-11T05:00:00Z' }] });
  expect(data.calendars?.['nobody@example.com']?.errors).toEqual([{ domain: 'global', reason: 'notFound' }]);
  demo.google.control.changeCalendar({ account: PERSON, calendar: calendarId, timeZone: 'Europe/Berlin' });
  const elsewhere = await api.freebusy.query({ requestBody: { timeMin: '2027-03-09T00:00:00Z', timeMax: '2027-03-20T00:00:00Z', items: [{ id: calendarId }] } });
  expect(elsewhere.data.calendars?.[calendarId]?.busy).toEqual([{ start: '2027-03-09T00:00:00Z', end: '2027-03-10T23:00:00Z' }]);
  expect(await refusal(api.freebusy.query({ requestBody: { timeMin: '2027-01-01T00:00:00Z', timeMax: '2027-04-02T00:00:00Z', items: [] } }))).toEqual({ status: 400, reason: 'timeRangeTooLong' });
  const { items } = await all(calendarId, { singleEvents: true, eventTypes: ['outOfOffice'] });
  expect(items).toEqual([expect.objectContaining({ start: { date: '2027-03-09' }, end: { date: '2027-03-11' }, eventType: 'outOfOffice' })]);
});

test('a video link is there at once, after some reads, or never', async () => {
  const ask = async (requestId: string): Promise<calendar_v3.Schema$Event> => {
    const requestBody = { start: at(15, 9), end: at(15, 10), conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } } };
    return (await api.events.insert({ calendarId: 'primary', conferenceDataVersion: 1, requestBody })).data;
  };
  const first = await ask('one');
  expect([first.hangoutLink, first.conferenceData?.createRequest?.status?.statusCode]).toEqual([expect.stringMatching(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/), 'success']);
  const again = await api.events.patch({ calendarId: 'primary', eventId: first.id ?? '', conferenceDataVersion: 1, requestBody: { conferenceData: { createRequest: { requestId: 'one' } } } });
  expect(again.data.hangoutLink).toBe(first.hangoutLink);
  demo.google.control.videoLinks({ mode: 'pending', reads: 2 });
  const second = await ask('two');
  const read = async (): Promise<unknown[]> => {
    const { data } = await api.events.get({ calendarId: 'primary', eventId: second.id ?? '' });
    return [data.hangoutLink === undefined, data.conferenceData?.createRequest?.status?.statusCode];
  };
  expect([await read(), await read()]).toEqual([[true, 'pending'], [false, 'success']]);
  demo.google.control.videoLinks({ mode: 'failure' });
  expect((await ask('three')).conferenceData).toEqual({ createRequest: { requestId: 'three', conferenceSolutionKey: { type: 'hangoutsMeet' }, status: { statusCode: 'failure' } } });
  demo.google.control.videoLinks({ mode: 'success' });
});

test('a filter by an own property, and only the fields that were asked for', async () => {
  const calendarId = freshCalendar('Fields');
  const add = (booking: string): Promise<unknown> => api.events.insert({ calendarId, requestBody: { summary: booking, start: at(16, 9), end: at(16, 10), extendedProperties: { private: { booking } } } });
  await add('a');
  await add('b');
  const { data } = await api.events.list({ calendarId, privateExtendedProperty: ['booking=b'], fields: 'nextSyncToken,items(summary,start/dateTime)' });
  expect(data).toEqual({ items: [{ summary: 'b', start: { dateTime: '2027-03-16T09:00:00-04:00' } }] });
});

test('a deleted calendar is gone from the list and takes its events along', async () => {
  const calendarId = freshCalendar('Short-lived');
  const before = (await api.calendarList.list()).data;
  demo.google.control.deleteCalendar({ account: PERSON, calendar: calendarId });
  expect(await refusal(api.events.list({ calendarId }))).toEqual({ status: 404, reason: 'notFound' });
  expect((await api.calendarList.list({ syncToken: before.nextSyncToken ?? '' })).data.items).toEqual([{ kind: 'calendar#calendarListEntry', id: calendarId, deleted: true }]);
});

test('thousands of events come in and go out quickly, and everything outlives a restart', async () => {
  const account = 'busy@example.com';
  demo.google.control.addEvents({ account, events: Array.from({ length: 5_000 }, (_, index) => ({ title: `Event ${index}`, start: new Date(Date.UTC(2027, 0, 1, index)).toISOString(), end: new Date(Date.UTC(2027, 0, 1, index + 1)).toISOString() })) });
  demo.google.close();
  const person = await demo.connect({}, account);
  const read = async (on: Api, question: calendar_v3.Params$Resource$Events$List): Promise<[number, string]> => {
    let pageToken: string | undefined;
    let count = 0;
    for (;;) {
      const { data } = await on.events.list({ calendarId: 'primary', ...question, ...(pageToken === undefined ? {} : { pageToken }) });
      count += data.items?.length ?? 0;
      pageToken = data.nextPageToken ?? undefined;
      if (pageToken === undefined) return [count, data.nextSyncToken ?? ''];
    }
  };
  const [count, syncToken] = await read(person.api, { singleEvents: true });
  expect(count).toBe(5_000);
  const { refresh_token } = person.auth.credentials;
  const second = await startDemo(demo.file);
  second.google.control.addEvent({ account, title: 'After', start: '2027-12-01', end: '2027-12-01' });
  const later = await second.connect({}, account);
  expect(await read(later.api, { syncToken, singleEvents: true })).toEqual([1, expect.any(String)]);
  later.auth.setCredentials({ refresh_token: refresh_token ?? null });
  expect((await later.api.events.list({ calendarId: 'primary', maxResults: 1 })).data.items).toHaveLength(1);
  await second.close();
});
