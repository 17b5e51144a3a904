import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../src/common/database/database';
import { Canaries, everyKey, everyRow, watchFiles } from '../harness/canaries';
import { openPlanPractice, PLANS, PlanPractice } from '../harness/care-plans';
import { pdfOf, printedPage } from '../harness/files-to-read';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { eventually, TEST_REDIS_URL } from '../harness/outbox-worker';
import { filesBelow, S3Server, startS3Server } from '../harness/s3-server';
import { DEEDS, NOTES } from '../harness/session-notes';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';
import { freePort, startProcess, TestProcess } from '../harness/worker-process';

/** Read from pictures letter by letter, so they are words that can be read. */
const PRINTED = ['Kolibari', 'Marzipone', 'Quellenburg', 'Tamburelle'];
const LEAST = 50;

interface Answer {
  status: number;
  body: unknown;
}
type Call = (method: string, path: string, body?: object | FormData, headers?: Record<string, string>) => Promise<Answer>;

// Both kinds of queue, both kinds of storage, with and without a language model.
describe.each(['a folder, the builtin queue and rules', 'a bucket, Redis and a language model'] as const)('with %s', (kind) => {
  const isOutside = kind === 'a bucket, Redis and a language model';
  const canaries = new Canaries();
  const canary = () => canaries.make();
  let test: TestApp;
  let practice: PlanPractice;
  let s3: S3Server | undefined;
  let endpoint: OpenAiStandIn | undefined;
  let api: TestProcess;
  let worker: TestProcess;
  let call: Call;

  beforeAll(async () => {
    if (isOutside) [s3, endpoint] = [await startS3Server(), await startOpenAi()];
    const environment = { LOG_LEVEL: 'debug', ...s3?.environment, ...endpoint?.environment, ...(isOutside && TEST_REDIS_URL !== undefined && { QUEUE_ENGINE: 'redis', REDIS_URL: TEST_REDIS_URL }) };
    test = await startTestApp({ ...s3?.environment, ...endpoint?.environment });
    practice = await openPlanPractice(test);
    const port = await freePort();
    api = startProcess('main.api', test, { ...environment, PORT: String(port), MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl });
    worker = startProcess('main.worker', test, environment);
    call = async (method, path, body, headers = {}) => {
      const { cookie, csrf } = practice.therapist;
      const isForm = body instanceof FormData;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { cookie, origin: TEST_ORIGIN, 'x-xsrf-token': csrf, ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
        body: isForm ? body : body && JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json().catch(() => undefined)) as unknown };
    };
    await eventually(async () => expect((await call('GET', '/api/health/ready')).status).toBe(200), 60_000);
  });
  afterAll(async () => {
    await api.stop();
    await worker.stop();
    await test.close();
    await s3?.close();
    await endpoint?.close();
  });

  async function done<T>(status: number, ...asked: Parameters<Call>): Promise<T> {
    const answer = await call(...asked);
    expect({ path: asked[1], ...answer }).toMatchObject({ status });
    return answer.body as T;
  }

  async function upload(noteId: string, content: Buffer, name: string): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), name);
    return call('POST', `${DEEDS}/${noteId}/upload-file`, form, { 'idempotency-key': canary() });
  }

  /** Every text that a note takes. */
  async function fillNote(): Promise<string> {
    const { id } = await done<{ id: string }>(201, 'POST', NOTES, { title: canary(), content: `She said ${canary()} and doesn't want to be here anymore.`, tags: [canary(), canary()], booking_id: practice.bookingId });
    await done(200, 'PUT', `${NOTES}/${id}`, { title: canary(), content: `Homework: keep ${canary()} daily. ${canary()}`, tags: [canary()], is_client_visible: true });
    await done(200, 'POST', `${DEEDS}/${id}/sign`, {});
    await done(201, 'POST', `${DEEDS}/${id}/amendments`, { text: canary() }, { 'idempotency-key': canary() });
    await done(200, 'POST', `${DEEDS}/${id}/unlock`, { reason: canary() });
    const draft = { title: canary(), content: canary(), tags: [canary()], saved_at: new Date().toISOString() };
    await done(200, 'PUT', `${NOTES}/${id}/draft`, draft);
    await done(200, 'PUT', `${NOTES}/drafts/${newId()}`, { ...draft, title: canary(), content: canary(), tags: [canary()] });
    await done(200, 'GET', `${NOTES}?q=${canary()}&tag=${canary()}`);
    // What is refused is looked at too.
    await done(400, 'POST', NOTES, { title: canary(), [canary()]: canary() });
    await done(409, 'PUT', `${NOTES}/${id}`, { title: canary(), content: canary(), is_client_visible: true, version: 1 });
    return id;
  }

  /** Files whose pages say something, read and corrected, and their analyses. @returns their ids */
  async function fillFiles(noteId: string): Promise<string[]> {
    const pages = [{ text: [`Written ${canary()}`, `and ${canary()}`] }, { text: [`Overleaf ${canary()}`] }, { picture: printedPage(PRINTED.slice(0, 2).map((word) => `Seen was ${word} today.`)) }];
    const photograph = printedPage(PRINTED.slice(2).map((word) => `Also ${word} was there.`));
    const sent = [await upload(noteId, await pdfOf(pages), `${canary()}.pdf`), await upload(noteId, photograph, `${canary()}.png`)];
    expect((await upload(noteId, Buffer.from(canary()), `${canary()}.pdf`)).status).toBe(415);
    const ids = sent.map(({ body }) => (body as { id: string }).id);
    for (const id of ids) {
      await eventually(async () => expect(await done(200, 'GET', `${DEEDS}/${noteId}/files/${id}/pages`)).toMatchObject({ processing_status: 'completed' }), 120_000);
      await eventually(async () => expect(await done(200, 'GET', `${DEEDS}/${noteId}/files/${id}/analysis`)).toMatchObject({ draft: { state: 'done' } }), 60_000);
    }
    await done(200, 'PUT', `${DEEDS}/${noteId}/files/${ids[0]}/pages/1`, { text: `Corrected ${canary()}. She wants ${canary()}.`, version: 1 });
    await done(409, 'PUT', `${DEEDS}/${noteId}/files/${ids[0]}/pages/1`, { text: canary(), version: 1 });
    return ids;
  }

  /** @param path of a note or of a file */
  async function fillAnalysis(path: string): Promise<void> {
    await done(202, 'POST', `${path}/analysis`, {});
    let id = '';
    await eventually(async () => {
      const { draft } = await done<{ draft: { id: string; state: string } }>(200, 'GET', `${path}/analysis`);
      expect(draft.state).toBe('done');
      id = draft.id;
    }, 60_000);
    await done(200, 'POST', `${path}/analysis/accept`, { analysis_id: id, summary: canary() });
  }

  async function fillPlan(noteId: string): Promise<void> {
    const fields = () => ({ title: canary(), description: canary(), actions: [{ text: canary() }, { text: canary() }], goals: [{ text: canary(), progress: 10 }, { text: canary(), progress: 0 }] });
    const { id } = await done<{ id: string }>(201, 'POST', PLANS, { client_id: practice.clientId, note_id: noteId, follow_up_date: '2030-01-01', ...fields() });
    const { goals } = await done<{ goals: { id: string }[] }>(200, 'PUT', `${PLANS}/${id}`, fields());
    await done(200, 'PUT', `${PLANS}/${id}/goals/${goals[0]?.id}`, { progress: 55 });
    await done(200, 'POST', `${PLANS}/${id}/publish`, {});
  }

  it('nothing that was written, read or made of it stands anywhere in the clear, neither at work nor after it', async () => {
    const watched = [watchFiles(worker.pid, canaries), watchFiles(api.pid, canaries)];
    for (const word of PRINTED) canaries.add(word);
    // The first question fails, with an answer that repeats it.
    endpoint?.answer({ status: 500 }, { status: 400 }, ({ schemaName, images }) => ({
      value: images.length > 0 || schemaName === 'page_transcript' ? { text: `Transcript ${PRINTED.join(' ')}`, unclear_words: [PRINTED[0]] } : { summary: [], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [] },
    }));
    const noteId = await fillNote();
    const files = await fillFiles(noteId);
    await fillAnalysis(`${DEEDS}/${noteId}`);
    await fillAnalysis(`${DEEDS}/${noteId}/files/${files[0]}`);
    await fillPlan(noteId);
    for (const id of files) for (const path of [`content`, `pages/1/image`]) expect((await call('GET', `${DEEDS}/${noteId}/files/${id}/${path}`)).status).toBe(200);

    expect(canaries.words.length).toBeGreaterThanOrEqual(LEAST);
    const shown = JSON.stringify([await call('GET', `${NOTES}/${noteId}`), await call('GET', `${NOTES}/${noteId}/history`), await call('GET', PLANS)]);
    // They did get through.
    expect(canaries.in(shown).length).toBeGreaterThan(10);
    for (const word of PRINTED) expect(shown).toContain(word);

    const rows = await everyRow(test.database);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ row }) => canaries.in(row).length > 0)).toEqual([]);
    const keys = isOutside && TEST_REDIS_URL !== undefined ? await everyKey(TEST_REDIS_URL) : [];
    expect(keys.filter((key) => canaries.in(key).length > 0)).toEqual([]);
    const stored = s3 ? s3.contents() : filesBelow(join(test.config.dataDir, 'files')).map((path) => readFileSync(path, 'latin1'));
    expect(stored.length).toBeGreaterThanOrEqual(2);
    expect(stored.flatMap((content) => canaries.in(content))).toEqual([]);
    expect(filesBelow(test.config.dataDir).filter((path) => canaries.in(path + readFileSync(path, 'latin1')).length > 0)).toEqual([]);
    const logs = api.logged() + worker.logged();
    expect(logs).toContain('listening');
    expect(canaries.in(logs)).toEqual([]);
    expect(watched.flatMap((each) => each.stop())).toEqual([]);
    const atWork = watched[0]!.looks();

    // Deleted, nothing of it is left: no row that names it, no key, no object.
    const keyOf = async () => test.database.query<{ wrapped: string }>(`select encode(wrapped_key, 'hex') as wrapped from session_note_keys where note_id = $1`, [noteId]);
    const [key] = await keyOf();
    const [plan] = await test.database.query<{ id: string }>('select id from care_plans where therapist_id = $1', [practice.therapist.id]);
    const analyses = await test.database.query<{ id: string }>('select id from session_note_analyses');
    expect(analyses.length).toBeGreaterThanOrEqual(3);
    await done(200, 'DELETE', `${DEEDS}/${noteId}`);
    const storedNow = () => (s3 ? s3.contents() : filesBelow(join(test.config.dataDir, 'files'))).length;
    await eventually(async () => expect(storedNow()).toBe(0), 60_000);
    expect(await keyOf()).toEqual([]);
    const left = await everyRow(test.database);
    const named = (text: string) => [...new Set(left.filter(({ table, row }) => !table.startsWith('activity_') && row.includes(text)).map(({ table }) => table))];
    expect([noteId, key?.wrapped ?? '', ...files, ...analyses.map(({ id }) => id)].map(named)).toEqual(Array.from({ length: 2 + files.length + analyses.length }, () => []));
    // The plan that was made of it is its own.
    expect(named(plan?.id ?? '')).toContain('care_plans');
    process.stdout.write(
      `${canaries.words.length} canaries with ${kind}: none in ${rows.length} rows, ${keys.length} keys of Redis, ${stored.length} objects, ${logs.length} characters of logs, nor in what processes had open at ${atWork} looks; nothing left of it once it was deleted\n`,
    );
  }, 300_000);
});
