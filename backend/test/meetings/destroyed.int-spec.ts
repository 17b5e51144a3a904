import { join } from 'node:path';
import { DOMAINS } from '../../src/domains';
import { agreedConsent, beginOnDevice, MEETINGS, openMeetingPractice, sendChunk } from '../harness/meetings';
import { eventually, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { filesBelow, S3Server, startS3Server } from '../harness/s3-server';
import { startTestApp, TestApp } from '../harness/test-app';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

describe.each(['a folder', 'a bucket'] as const)('sound in %s', (kind) => {
  let test: TestApp;
  let worker: TestWorker;

  beforeAll(async () => {
    const environment = kind === 'a bucket' ? s3.environment : {};
    test = await startTestApp(environment);
    worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'deletions', DATA_DIR: test.config.dataDir, ...environment });
  });
  afterAll(async () => {
    await worker.stop();
    await test.close();
  });

  it('is gone as objects, not as keys alone, within 10 seconds of a withdrawal', async () => {
    const { therapist } = await openMeetingPractice(test);
    const count = (): number => (kind === 'a bucket' ? s3.count() : filesBelow(join(test.config.dataDir, 'recordings')).length);
    const consent = await agreedConsent(therapist);
    const session = await beginOnDevice(therapist, consent);
    for (let seq = 0; seq < 3; seq += 1) await sendChunk(therapist, session, seq).expect(200);
    expect(count()).toBe(3);
    await therapist.post(`${MEETINGS}/consents/${consent}/withdraw`).expect(200);
    await eventually(() => expect(count()).toBe(0), 10_000);
  });
});
