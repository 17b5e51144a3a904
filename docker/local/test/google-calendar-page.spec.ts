import { join } from 'node:path';
import { PERSON, startDemo, type Demo } from './google-calendar-kit';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo(join(folder, 'google.json'));
  await demo.connect();
});

afterAll(() => demo.close());

const open = async (query: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const answer = await fetch(`${demo.base}/calendar?${query}`);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const post = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${demo.base}/calendar`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ account: PERSON, from: '2027-03-01', calendar: PERSON, ...fields }) });
const events = (): { id: string; summary: string; start: object; end: object; transparency?: string; htmlLink: string }[] => demo.google.control.events({ account: PERSON }) as never;
const page = `account=${encodeURIComponent(PERSON)}&from=2027-03-01`;

test('an event is added, moved and deleted by hand, and stands on its day in the calendar’s own zone', async () => {
  expect((await open(page)).text).toContain('Nothing from Monday, 1 March 2027 to Sunday, 28 March 2027.');
  const added = await post({ do: 'add', title: '<b>Dentist</b>', start: '2027-03-02T09:00', end: '2027-03-02T10:30', busy: 'free' });
  expect([added.status, added.headers.get('location')]).toEqual([303, `/dev/google/calendar?${page}`]);
  const [event] = events();
  expect(event).toMatchObject({ summary: '<b>Dentist</b>', transparency: 'transparent', start: { dateTime: '2027-03-02T09:00:00-05:00', timeZone: 'America/New_York' } });
  const { text, headers } = await open(page);
  for (const part of ['demo Google', 'Times are in America/New York', 'Tuesday, 2 March 2027', '&#60;b&#62;Dentist', '09:00 to 10:30 · free']) expect(text).toContain(part);
  expect(text).not.toContain('<b>');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self' ; base-uri 'none'/);
  const id = event?.id ?? '';
  expect((await fetch(event?.htmlLink ?? '', { redirect: 'manual' })).headers.get('location')).toBe(`/dev/google/calendar?account=${encodeURIComponent(PERSON)}&from=2027-03-02#event-${id}`);
  await post({ do: 'move', id, start: '2027-03-03T09:00', end: '2027-03-03T10:00' });
  expect(events()[0]).toMatchObject({ start: { dateTime: '2027-03-03T09:00:00-05:00' } });
  await post({ do: 'delete', id });
  expect(events()).toEqual([]);
  await post({ do: 'add', title: 'Away', start: '2027-03-04T09:00', end: '2027-03-05T09:00', all_day: 'yes', busy: 'busy' });
  expect(events()).toEqual([expect.objectContaining({ start: { date: '2027-03-04' }, end: { date: '2027-03-06' } })]);
  expect((await open(page)).text).toContain('All day, to Friday, 5 March 2027');
});

test('what cannot be is said, and what was typed is still there; another site’s form does nothing', async () => {
  const refused = await post({ do: 'add', title: 'Backwards', start: '2027-03-09T10:00', end: '2027-03-09T09:00' });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain('The end has to be after the start.');
  expect(text).toContain('value="Backwards"');
  expect(await (await post({ do: 'delete', id: 'nothing00' })).text()).toContain('This event is not there any more.');
  expect((await post({ do: 'revoke' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await open('account=nobody@example.com')).status).toBe(404);
});

test('Attune’s access is taken away', async () => {
  const { api } = await demo.connect();
  expect((await open(page)).text).toContain('Revoke Attune’s access');
  await post({ do: 'revoke' });
  expect((await open(page)).text).toContain('Attune has no access to this account.');
  await expect(api.calendarList.list()).rejects.toThrow();
});
