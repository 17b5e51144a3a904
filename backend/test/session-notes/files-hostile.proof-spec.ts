import { addFile, bytesOf, sendFile, TestNoteFile } from '../harness/note-files';
import { HostileFile, hostileFiles } from '../harness/hostile-files';
import { DEEDS, writeNote } from '../harness/session-notes';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const MOST_GROWTH = 300 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp({ NOTE_FILE_UPLOAD_LIMIT: '1000' });
  therapist = await signInTherapist(test);
});
afterAll(() => test.close());

/** What became of a file that was sent, where that is not what must. */
async function wrongWith({ what, name, content, status, called, without }: HostileFile): Promise<string[]> {
  const { id: noteId } = await writeNote(therapist);
  const answer = await sendFile(therapist, noteId, content, name);
  const wrong: string[] = [];
  if (![status].flat().includes(answer.status)) wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  if (answer.status !== 201) {
    const { detail } = answer.body as { detail: string };
    if (!/^[A-Z].+\.$/.test(detail)) wrong.push(`${what}: no sentence, ${detail}`);
    return wrong;
  }
  const file = answer.body as TestNoteFile;
  if (called !== undefined && file.filename !== called) wrong.push(`${what}: is called ${file.filename}`);
  const path = `${DEEDS}/${noteId}/files/${file.id}`;
  const kept = (await bytesOf(therapist.get(`${path}/content`)).expect(200)).body as Buffer;
  if (without !== undefined && kept.includes(without)) wrong.push(`${what}: kept what it must not`);
  // A page is drawn or is not; nothing else happens.
  const page = await therapist.get(`${path}/pages/1/image`);
  if (![200, 422].includes(page.status)) wrong.push(`${what}: page ${page.status}`);
  return wrong;
}

it('more than forty files that mean no good get the right verdict each, and the memory of the API stays as it is', async () => {
  // What is loaded once is no growth.
  await addFile(therapist, (await writeNote(therapist)).id);
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(40);
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_EVERY_MS);
  const wrong: string[] = [];
  for (const file of files) {
    wrong.push(...(await wrongWith(file)));
    await test.http.get('/api/health/live').expect(200);
  }
  clearInterval(looking);
  const growth = most - before;
  process.stdout.write(`hostile files: ${files.length} sent, ${wrong.length} wrong verdicts, memory of the API grew by ${Math.round(growth / 1024 / 1024)} MB at most\n`);
  expect(wrong).toEqual([]);
  expect(growth).toBeLessThan(MOST_GROWTH);
}, 600_000);
