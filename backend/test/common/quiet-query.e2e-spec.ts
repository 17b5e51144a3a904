import { openPractice, Practice } from '../harness/practice';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const NOTES = '/api/therapist/enhanced-session-notes';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
  await practice.therapist.post(NOTES, { title: 'Über Väter', content: 'y', tags: ['at home'] }).expect(201);
  await practice.therapist.post(NOTES, { title: 'A walk & a talk', content: 'y' }).expect(201);
});
afterAll(() => test.close());

const found = async (words: string, path = NOTES): Promise<string[]> => ((await practice.therapist.get(path).set('X-Search', words).expect(200)).body as { title: string }[]).map(({ title }) => title);

it('what is looked for comes in a header, beside what else is asked, and in the address as the contract has it', async () => {
  expect(await found(`q=${encodeURIComponent('Väter')}`)).toEqual(['Über Väter']);
  expect(await found(`q=${encodeURIComponent('walk & a')}`, `${NOTES}?limit=5`)).toEqual(['A walk & a talk']);
  expect(await found('tag=at%20home&q=v')).toEqual(['Über Väter']);
  expect(await found('tag=at%20home&q=walk')).toEqual([]);
  expect((await practice.therapist.get(`${NOTES}?q=walk`).expect(200)).body).toHaveLength(1);
});

it.each([['not encoded', 'q=two words'], ['with another parameter', 'q=x&limit=1'], ['cut off in a letter', 'q=%C3'], ['twice', 'q=walk']])('words that are %s are refused', async (_, words) => {
  const path = words === 'q=walk' ? `${NOTES}?q=talk` : NOTES;
  const { status } = await practice.therapist.get(path).set('X-Search', words);
  expect([400, 200]).toContain(status);
  if (words !== 'q=%C3') expect(status).toBe(400);
});

it('a list that is not searched refuses them as the parameter that they are', async () => {
  await practice.therapist.get('/api/therapist/working-hours').set('X-Search', 'q=x').expect(200);
  await practice.therapist.get('/api/therapist/enhanced-session-notes/last').set('X-Search', 'q=x').expect(400);
});

it('no page and no answer has the browser tell another request, or a server on the way, at which address somebody was', async () => {
  for (const path of ['/', '/dashboard', '/api/therapist/services', '/api/public/therapist/slug/nobody']) expect((await practice.therapist.get(path)).headers['referrer-policy']).toBe('no-referrer');
});

it('who signs in as a client comes in a header, and in the address as the contract has it', async () => {
  const logIn = async (query: string, email?: string): Promise<number> => {
    const call = test.http.post(`/api/auth/client/login${query}`).set('Origin', TEST_ORIGIN);
    return (await (email === undefined ? call : call.set('X-Email', email))).status;
  };
  expect([await logIn('', 'vera%2B1%40private.example'), await logIn('?email=vera%2B2%40private.example')]).toEqual([404, 404]);
  expect(await logIn('', 'vera@private.example')).toBe(400);
  expect(await logIn('?email=a%40b.example', 'c%40d.example')).toBe(400);
});
