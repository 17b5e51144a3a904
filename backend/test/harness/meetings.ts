import { randomInt } from 'node:crypto';
import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { RecordingSink } from '../../src/modules/meetings/recording/recording-sink';
import { SessionRepository } from '../../src/modules/meetings/sessions/session.repository';
import { unsealed } from './sealed-values';
import { addAppointment } from './session-notes';
import { SignedInTherapist, signInTherapist } from './signed-in';
import { TEST_ORIGIN, TestApp } from './test-app';

export const MEETINGS = '/api/ai-meeting';
export const MEET_LINK = 'https://meet.google.com/abc-defg-hij';

/** A room that nobody else has. */
export function newMeeting(): string {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return `https://meet.google.com/${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7)}`;
}

/** A therapist with a client who is asked by mail. */
export interface MeetingPractice {
  therapist: SignedInTherapist;
  clientId: string;
}

export async function openMeetingPractice(test: TestApp): Promise<MeetingPractice> {
  const therapist = await signInTherapist(test);
  return { therapist, clientId: (await addAppointment(test, therapist.id)).clientId };
}

export interface TestConsent {
  consent_id: string;
  status: string;
  both_consents_complete: boolean;
}

/** @param asked `client_id` and `meeting_url`, if any */
export async function requestConsent(therapist: SignedInTherapist, asked: object = {}): Promise<TestConsent> {
  const { body } = await therapist.post(`${MEETINGS}/request-consent`, { therapist_id: therapist.id, client_id: null, meeting_url: null, ...asked }).expect(201);
  return body as TestConsent;
}

/** Both said yes, on the therapist's screen; of a client without an account here. @returns its id */
export async function agreedConsent(therapist: SignedInTherapist, asked: object = {}): Promise<string> {
  const { consent_id } = await requestConsent(therapist, asked);
  for (const party of ['therapist', 'client']) await therapist.post(`${MEETINGS}/record-consent`, { consent_id, party, consent_given: true }).expect(200);
  return consent_id;
}

/** Both said yes to a notetaker: the therapist on their screen, the client by their own link. @returns its id */
export async function agreedToNotetaker(test: TestApp, { therapist, clientId }: MeetingPractice, meeting_url: string): Promise<string> {
  const { consent_id } = await requestConsent(therapist, { client_id: clientId, meeting_url });
  await therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'therapist', consent_given: true }).expect(200);
  await test.http.post('/api/meeting-consents/answer').set('Origin', TEST_ORIGIN).send({ token: await consentToken(test, consent_id), consent_given: true }).expect(200);
  return consent_id;
}

/** The secret of the client's own link, as the mail carries it. */
export function consentToken(test: TestApp, consentId: string): Promise<string> {
  return unsealed(test.database, test.app.get(ColumnCipher), 'meeting_consents', 'token', consentId);
}

export const SESSION_SETTINGS = { session_duration_minutes: 60, enable_real_time_notes: true, enable_post_meeting_analysis: true, audio_quality: 'low' };

export interface TestSession {
  session_id: string;
  fence: number;
  part: number;
  phase: string;
  status: string;
  sample_rate: number;
}

export async function beginOnDevice(therapist: SignedInTherapist, consentId: string, settings: object = {}): Promise<TestSession> {
  const { body } = await therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: consentId, ...settings }).expect(201);
  return body as TestSession;
}

/** Two seconds of a tone, mono and 16 bit. */
export function toneOf(frames = 32_000, rate = 16_000, hertz = 440): Buffer {
  const pcm = Buffer.alloc(frames * 2);
  for (let frame = 0; frame < frames; frame += 1) pcm.writeInt16LE(Math.round(8_192 * Math.sin((2 * Math.PI * hertz * frame) / rate)), frame * 2);
  return pcm;
}

/** So many sentences of ten seconds each, with half a second of silence behind it; 16,000 frames a second. */
export function speechOf(sentences: number): Buffer {
  return Buffer.concat(Array.from({ length: sentences }, () => Buffer.concat([toneOf(160_000), Buffer.alloc(16_000)])));
}

/** Sends one chunk of two seconds, as the device does; `start_frame` and `captured_at` follow from its number. */
export function sendChunk(therapist: SignedInTherapist, { session_id, fence, part, sample_rate }: TestSession, seq: number, pcm: Buffer = toneOf(2 * sample_rate, sample_rate), query: object = {}): supertest.Test {
  const captured_at = new Date(Date.UTC(2026, 10, 26, 10) + seq * 2_000).toISOString();
  return therapist
    .put(`${MEETINGS}/session/${session_id}/chunks/${part}/${seq}`)
    .query({ fence, start_frame: seq * 2 * sample_rate, captured_at, ...query })
    .set('Content-Type', 'application/octet-stream')
    .send(pcm);
}

/** A session that is done, with this sound: what the device would have sent, in chunks of so many seconds. */
export async function recordedSession(test: TestApp, therapist: SignedInTherapist, pcm: Buffer, { consentId, chunkSeconds = 2 }: { consentId?: string; chunkSeconds?: number } = {}): Promise<TestSession> {
  const session = await beginOnDevice(therapist, consentId ?? (await agreedConsent(therapist)));
  const found = await test.app.get(SessionRepository).findOwned(therapist.id, session.session_id);
  if (!found) throw new Error('no session');
  const bytes = chunkSeconds * session.sample_rate * 2;
  for (let seq = 0; seq * bytes < pcm.length; seq += 1) {
    const sent = { sessionId: session.session_id, part: 1, seq, startFrame: (seq * bytes) / 2, rate: session.sample_rate, fence: 1, capturedAt: new Date(), pcm: pcm.subarray(seq * bytes, (seq + 1) * bytes) };
    await test.app.get(RecordingSink).write(SYSTEM_ACTOR, found, sent);
  }
  await therapist.post(`${MEETINGS}/session/${session.session_id}/complete`).expect(200);
  return session;
}

/** Of every session so much time passes, in milliseconds: what lasts is told by the database's clock, which no test moves. */
export async function letPass(test: TestApp, ms: number): Promise<void> {
  const passed = [`${ms} milliseconds`];
  await test.database.query('update meeting_sessions set heartbeat_at = heartbeat_at - $1::interval, started_at = started_at - $1::interval', passed);
  await test.database.query('update meeting_chunks set stored_at = stored_at - $1::interval', passed);
}

/** A session that is recorded just now, and how more sound of it is stored: behind what is there, or from that chunk of two seconds on. */
export interface GrowingSession {
  session: TestSession;
  consentId: string;
  store(pcm: Buffer, part?: number, firstSeq?: number): Promise<void>;
}

export async function growingSession(test: TestApp, therapist: SignedInTherapist, settings: object = {}): Promise<GrowingSession> {
  const consentId = await agreedConsent(therapist);
  const session = await beginOnDevice(therapist, consentId, settings);
  const { session_id: sessionId, sample_rate: rate } = session;
  const next = new Map<number, number>();
  const store = async (pcm: Buffer, part = 1, firstSeq = next.get(part) ?? 0): Promise<void> => {
    const bytes = 2 * rate * 2;
    let seq = firstSeq;
    for (let from = 0; from < pcm.length; from += bytes, seq += 1) {
      const found = await test.app.get(SessionRepository).findOwned(therapist.id, sessionId);
      const sent = { sessionId, part, seq, startFrame: seq * 2 * rate, rate, fence: found!.fence, capturedAt: new Date(), pcm: pcm.subarray(from, from + bytes) };
      await test.app.get(RecordingSink).write(SYSTEM_ACTOR, found!, sent);
    }
    next.set(part, seq);
  };
  return { session, consentId, store };
}
