import { addFile, bytesOf, sendFile, TestNoteFile } from '../harness/note-files';
import { HostileFile, hostileFiles } from '../harness/hostile-files';
import { eventually } from '../harness/outbox-worker';
import { DEEDS, writeNote } from '../harness/session-notes';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { childrenOf, residentBytes, startProcess, TestProcess } from '../harness/worker-process';

const MOST_GROWTH = 300 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

let test: TestApp;
let therapist: SignedInTherapist;
let worker: TestProcess;

beforeAll(async () => {
  test = await startTestApp({ NOTE_FILE_UPLOAD_LIMIT: '1000' });
  therapist = await signInTherapist(test);
  worker = startProcess('main.worker', test, { ACTIVE_QUEUES: 'note-files,note-analysis' });
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

/** What became of a file that was sent, where that is not what must. */
async function wrongWith({ what, name, content, status, called, without, read }: HostileFile): Promise<string[]> {
  const { id: noteId } = await writeNote(therapist);
  const answer = await sendFile(therapist, noteId, content, name);
  const wrong: string[] = [];
  if (answer.status !== status) wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
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
  const end = await ended(path);
  if (end !== (read ?? 'completed')) wrong.push(`${what}: ${end} when it was read`);
  return wrong;
}

/** How the reading of a file ended. */
async function ended(path: string): Promise<string> {
  let end = '';
  await eventually(async () => {
    const { processing_status, error_reason } = (await therapist.get(`${path}/pages`).expect(200)).body as { processing_status: string; error_reason: string | null };
    expect(processing_status).not.toBe('processing');
    end = error_reason ?? processing_status;
  }, 300_000);
  return end;
}

/** Looks now and then how much a process holds. @returns by how much it was more than at first, when it is asked */
function watch(look: () => number): { stop(): number } {
  const before = look();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, look())), LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(looking);
      return most - before;
    },
  };
}

it('more than forty files that mean no good get the right verdict each, at the upload and when they are read, and the memory of the API and of the worker stays as it is', async () => {
  // What is loaded once is no growth.
  const { id: noteId } = await writeNote(therapist);
  await ended(`${DEEDS}/${noteId}/files/${(await addFile(therapist, noteId)).id}`);
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(40);
  const [api, reading] = [watch(() => process.memoryUsage.rss()), watch(() => residentBytes(worker.pid))];
  let most = 0;
  const children = setInterval(() => {
    for (const child of childrenOf(worker.pid)) most = Math.max(most, childBytes(child));
  }, LOOK_EVERY_MS);
  const wrong: string[] = [];
  for (const file of files) {
    wrong.push(...(await wrongWith(file)));
    await test.http.get('/api/health/live').expect(200);
  }
  clearInterval(children);
  const grown = { api: api.stop(), worker: reading.stop() };
  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  process.stdout.write(
    `hostile files: ${files.length} sent, ${wrong.length} wrong verdicts; memory grew by ${megabytes(grown.api)} MB at most in the API and by ${megabytes(grown.worker)} MB in the worker; its process that reads, which is ended at 1,024 MB, had ${megabytes(most)} MB at most\n`,
  );
  expect(wrong).toEqual([]);
  expect(worker.logged()).not.toMatch(/hostile|TypeError|ReferenceError/);
  expect(Math.max(grown.api, grown.worker)).toBeLessThan(MOST_GROWTH);
}, 900_000);

function childBytes(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}
