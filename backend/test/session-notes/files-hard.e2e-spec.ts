import { PAGELESS, slowToOpen } from '../harness/hostile-files';
import { pdfOf } from '../harness/files-to-read';
import { pictureOf, sendFile } from '../harness/note-files';
import { writeNote } from '../harness/session-notes';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** One therapist sends documents that nobody can open; the others photograph their notes. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function sender(): Promise<(content: Buffer) => ReturnType<typeof sendFile>> {
  const therapist: SignedInTherapist = await signInTherapist(test);
  const { id } = await writeNote(therapist);
  return (content) => sendFile(therapist, id, content);
}

it('without a page are damaged', async () => {
  const { body } = await (await sender())(PAGELESS).expect(415);
  expect(body).toMatchObject({ detail: 'This file is damaged and cannot be read.' });
});

it('are refused, and whoever sends them waits, while others do not', async () => {
  const [attacker, other] = [await sender(), await sender()];
  const [slow, png] = [slowToOpen(), await pictureOf().png().toBuffer()];
  const refused = Promise.all([attacker(slow), attacker(slow), attacker(slow), attacker(slow)]);
  await other(png).expect(201);
  await other(await pdfOf([{ text: ['a plain page'] }])).expect(201);
  const answers = (await refused).map(({ status }) => status).sort();
  expect(answers).toEqual([413, 413, 429, 429]);
  const { body } = await attacker(png).expect(429);
  expect(body).toMatchObject({ detail: expect.stringContaining('took too long to open') });
  test.clock.advance(10 * 60_000);
  await attacker(png).expect(201);
});
