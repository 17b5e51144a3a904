import { randomBytes } from 'node:crypto';
import { inSpan, Tracing } from '../../src/common/tracing/tracing';
import { OpenAiClient } from '../../src/integrations/ai/openai-client';
import { Transcriber } from '../../src/integrations/ai/transcriber';
import { FileStorage } from '../../src/integrations/storage/file-storage';
import { wavHead } from '../../src/modules/meetings/upload/wav';
import { Canaries } from '../harness/canaries';
import { connectCalendar } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { OtlpReceiver } from '../harness/otlp-receiver';
import { openPractice } from '../harness/practice';
import { S3Server, startS3Server } from '../harness/s3-server';
import { openBrowser, throughGoogle } from '../harness/browser';
import { startTestApp, TestApp } from '../harness/test-app';
import { startTranscription, TranscriptionStandIn } from '../harness/transcription-stand-in';

let receiver: OtlpReceiver;
let google: GoogleStandIn;
let model: OpenAiStandIn;
let speech: TranscriptionStandIn;
let bucket: S3Server;
let test: TestApp;

beforeAll(async () => {
  [receiver, google, model, speech, bucket] = await Promise.all([OtlpReceiver.start(), startGoogleStandIn(), startOpenAi(), startTranscription(), startS3Server()]);
  test = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...google.environment, ...model.environment, ...speech.environment, ...bucket.environment });
});
afterAll(async () => {
  await Promise.all([google, model, speech, bucket, receiver].map((one) => one.close()));
});

it('what is asked of others is told by what they are and what is done there, and by nothing that goes along or comes back', async () => {
  const canaries = new Canaries();
  const practice = await openPractice(test);
  await connectCalendar(test, google, practice.therapist, `${canaries.make()}@example.org`);
  await throughGoogle(google, openBrowser(test), 'type', `${canaries.make()}@example.org`);
  const tracing = test.app.get(Tracing);
  const span = tracing.begin('job', 'ask-everybody');
  const [key, words, said] = [canaries.add(randomBytes(32).toString('hex')), canaries.make(), canaries.make()];
  await inSpan(span, async () => {
    const files = test.app.get(FileStorage, { strict: false });
    await files.put(key, Buffer.from(canaries.make()));
    await files.get(key);
    model.answer({ value: { mood: said } }, { status: 400, body: said });
    const ask = () => test.app.get(OpenAiClient, { strict: false }).ask({ therapistId: practice.therapist.id, purpose: 'analysis', model: 'text', instructions: words, content: [{ text: words }], schema: { name: 'mood', schema: { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'], additionalProperties: false } }, read: (value) => value as object });
    await ask();
    await expect(ask()).rejects.toThrow();
    speech.answer({ text: said, segments: [{ start: 0, end: 1, text: said }] });
    await test.app.get(Transcriber, { strict: false }).hear({ therapistId: practice.therapist.id, wav: Buffer.concat([wavHead(32_000, 16_000), Buffer.alloc(32_000)]), milliseconds: 1_000, asksTimes: true });
  });
  span?.end(false);
  await test.close();

  const [whole] = receiver.spans.filter(({ name }) => name === 'ask-everybody');
  if (!whole) throw new Error('Nothing was told.');
  const parts = receiver.partsOf(whole).filter(({ facts }) => facts['peer.service'] !== undefined);
  expect(parts.map(({ name, kind, hasFailed }) => [name, kind, hasFailed])).toEqual([
    ['file storage: put', 3, false],
    ['file storage: get', 3, false],
    ['language model: ask', 3, false],
    ['language model: ask', 3, true],
    ['speech model: transcribe', 3, false],
  ]);
  const toGoogle = receiver.spans.filter(({ facts }) => facts['peer.service'] === 'google');
  expect([...new Set(toGoogle.map(({ name }) => name))]).toEqual(expect.arrayContaining(['google: getToken', 'google: mainCalendar', 'google: signIn']));
  for (const { facts, parentSpanId } of [...parts, ...toGoogle]) expect([Object.keys(facts), typeof parentSpanId]).toEqual([['peer.service'], 'string']);
  expect(canaries.in(receiver.bodies.join('\n'))).toEqual([]);
});
