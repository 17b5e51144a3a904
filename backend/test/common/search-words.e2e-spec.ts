import { openPractice, Practice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const NOTES = '/api/therapist/enhanced-session-notes';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
  for (const title of ['Über Väter', 'A walk & a talk']) await practice.therapist.post(NOTES, { title, content: 'y' }).expect(201);
});
afterAll(() => test.close());

const found = async (words: string, path = NOTES): Promise<string[]> => ((await practice.therapist.get(path).set('X-Search', words).expect(200)).body as { title: string }[]).map(({ title }) => title);

it('what is looked for comes in a header, beside what else is asked, and in the address as the contract has it', async () => {
  expect(await found(encodeURIComponent('Väter'))).toEqual(['Über Väter']);
  expect(await found(encodeURIComponent('walk & a'), `${NOTES}?limit=5`)).toEqual(['A walk & a talk']);
  expect((await practice.therapist.get(`${NOTES}?q=walk`).expect(200)).body).toHaveLength(1);
});

it.each([['not encoded', 'two words'], ['with another parameter', 'x&limit=1'], ['cut off in a letter', '%C3'], ['twice', 'walk']])('words that are %s are refused', async (_, words) => {
  const path = words === 'walk' ? `${NOTES}?q=talk` : NOTES;
  const { status } = await practice.therapist.get(path).set('X-Search', words);
  expect([400, 200]).toContain(status);
  if (words !== '%C3') expect(status).toBe(400);
});

it('a list that is not searched refuses them as the parameter that they are', async () => {
  await practice.therapist.get('/api/therapist/working-hours').set('X-Search', 'x').expect(200);
  await practice.therapist.get('/api/therapist/enhanced-session-notes/last').set('X-Search', 'x').expect(400);
});
