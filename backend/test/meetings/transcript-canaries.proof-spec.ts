import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Canaries, everyKey, everyRow, watchFiles } from '../harness/canaries';
import { agreedConsent, beginOnDevice, MEETINGS, openMeetingPractice, sendChunk } from '../harness/meetings';
import { startOpenAi } from '../harness/openai-stand-in';
import { eventually, TEST_REDIS_URL } from '../harness/outbox-worker';
import { filesBelow } from '../harness/s3-server';
import { startTestApp } from '../harness/test-app';
import { startTranscription } from '../harness/transcription-stand-in';
import { startProcess } from '../harness/worker-process';

it('nothing that was said in a session stands anywhere in the clear, neither at work nor after it', async () => {
  const [canaries, endpoint, model] = [new Canaries(), await startTranscription(), await startOpenAi()];
  const environment = { LOG_LEVEL: 'debug', ...endpoint.environment, ...model.environment };
  const test = await startTestApp(environment);
  const { therapist } = await openMeetingPractice(test);
  const worker = startProcess('main.worker', test, { ...environment, ...(TEST_REDIS_URL !== undefined && { QUEUE_ENGINE: 'redis', REDIS_URL: TEST_REDIS_URL }) });
  const watched = watchFiles(worker.pid, canaries);
  const sound = (byte: number): Buffer => Buffer.alloc(64_000, byte);
  try {
    const said = Array.from({ length: 8 }, () => canaries.make());
    const answered = { text: said.join(' '), segments: said.map((word, index) => ({ start: index, end: index + 1, text: `I said ${word} on Monday.` })) };
    // Failures that repeat what was said are told nobody either.
    endpoint.answer({ raw: `<html>${said[0]} and ${said[1]}` }, { status: 500 }, answered);
    model.answer({ status: 400 });
    const session = await beginOnDevice(therapist, await agreedConsent(therapist));
    for (let seq = 0; seq < 5; seq += 1) await sendChunk(therapist, session, seq, sound(60 + seq)).expect(200);
    await therapist.post(`${MEETINGS}/session/${session.session_id}/complete`).expect(200);
    const path = `${MEETINGS}/session/${session.session_id}/transcript`;
    const transcript = async () => (await therapist.get(path).expect(200)).body as { state: string; lines: { id: string; version: number; text: string }[] };
    // The answer that cannot be used failed it: it is asked for again.
    await eventually(async () => {
      const { state } = await transcript();
      if (state === 'failed') await therapist.post(path).expect(202);
      expect(state).toBe('done');
    }, 120_000);
    const { lines } = await transcript();
    expect(canaries.in(JSON.stringify(lines))).toHaveLength(8);
    await therapist.put(`${path}/lines/${lines[0]?.id}`, { text: `Corrected ${canaries.make()}`, version: 1 }).expect(200);
    await therapist.put(`${path}/lines/${lines[1]?.id}`, { text: canaries.make(), version: 7 }).expect(409);
    await therapist.put(`${path}/lines/${lines[1]?.id}`, { text: canaries.make(), [canaries.make()]: 1 }).expect(400);
    await therapist.post(`${MEETINGS}/session/${session.session_id}/complete`);
    await eventually(async () => {
      const [row] = await test.database.query<{ open: number }>(`select count(*)::int as open from outbox where state in ('pending', 'queued') and queue in ('meeting-transcribe', 'meeting-analyse')`);
      expect(row?.open).toBe(0);
    }, 120_000);
    // The first chunk's bytes as they lie side by side.
    canaries.add(sound(60).subarray(0, 24).toString());

    const rows = await everyRow(test.database);
    expect(rows.filter(({ row }) => canaries.in(row).length > 0)).toEqual([]);
    const keys = TEST_REDIS_URL === undefined ? [] : await everyKey(TEST_REDIS_URL);
    expect(keys.filter((key) => canaries.in(key).length > 0)).toEqual([]);
    const stored = filesBelow(test.config.dataDir);
    expect(stored.length).toBeGreaterThanOrEqual(5);
    expect(stored.filter((file) => canaries.in(file + readFileSync(file, 'latin1')).length > 0)).toEqual([]);
    expect(worker.logged()).toContain('worker');
    expect(canaries.in(worker.logged())).toEqual([]);
    const looks = watched.looks();
    expect(watched.stop()).toEqual([]);
    await therapist.post(`${path}/accept`).expect(200);
    await eventually(() => expect(filesBelow(join(test.config.dataDir, 'recordings'))).toEqual([]), 60_000);
    const left = await everyRow(test.database);
    expect(left.filter(({ row }) => canaries.in(row).length > 0)).toEqual([]);
    process.stdout.write(`${canaries.words.length} canaries of a transcript: none in ${rows.length} rows, ${keys.length} keys of Redis, ${stored.length} files, ${worker.logged().length} characters of logs, nor in what the worker had open at ${looks} looks\n`);
  } finally {
    await worker.stop();
    await test.close();
    await endpoint.close();
    await model.close();
  }
}, 400_000);
