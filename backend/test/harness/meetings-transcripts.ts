import * as supertest from 'supertest';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { TranscribingService } from '../../src/modules/meetings/transcripts/transcribing.service';
import { MEETINGS, MeetingPractice, openMeetingPractice, recordedSession, TestSession, toneOf } from './meetings';
import { startTestApp, TestApp } from './test-app';
import { startTranscription, TranscriptionStandIn } from './transcription-stand-in';

export interface TestTranscript {
  state: string;
  /** For `known`. */
  version: string;
  failure_code: string | null;
  failure: string | null;
  sentence: string;
  done_seconds: number;
  has_times: boolean;
  accepted_at: string | null;
  lines: { id: string; seq: number; text: string; original: string | null; version: number; start_seconds: number; end_seconds: number; stretch: number; speaker: string | null }[];
}

export interface TestLines {
  state: string;
  sentence: string;
  is_whole: boolean;
  cursor: string;
  lines: { seq: number; start_seconds: number; text: string }[];
}

/** Frames a second of its sound. */
const RATE = 16_000;

/** An API whose sound goes to an endpoint of its own, two practices, and what their sessions are asked. The fields are there once a test begins. */
export class TranscriptTest {
  endpoint: TranscriptionStandIn;
  test: TestApp;
  practice: MeetingPractice;
  other: MeetingPractice;

  readonly at = ({ session_id }: TestSession): string => `${MEETINGS}/session/${session_id}`;
  readonly status = (session: TestSession): Promise<Record<string, unknown>> => this.read(`${this.at(session)}/status`);
  readonly transcriptOf = (session: TestSession): Promise<TestTranscript> => this.read(`${this.at(session)}/transcript`);
  /** Lines while it is recorded. @param after a cursor: those that are new since then */
  readonly live = (session: TestSession, after?: string): Promise<TestLines> => this.read(`${this.at(session)}/transcript/live${after === undefined ? '' : `?after=${after}`}`);
  readonly complete = (session: TestSession): supertest.Test => this.practice.therapist.post(`${this.at(session)}/complete`).expect(200);

  /** What the worker does. */
  readonly follow = ({ session_id }: TestSession): Promise<void> => this.test.app.get(TranscribingService).follow({ session_id });
  readonly transcribe = ({ session_id }: TestSession): Promise<void> => this.test.app.get(TranscribingService).transcribe({ session_id });
  readonly finish = ({ session_id }: TestSession): Promise<void> => this.test.app.get(SessionsService).finish({ session_id });

  /** A session whose sound was checked, and whose transcript is to be made. */
  readonly checked = async (pcm: Buffer, options: { consentId?: string; chunkSeconds?: number } = {}): Promise<TestSession> => {
    const session = await recordedSession(this.test, this.practice.therapist, pcm, options);
    await this.finish(session);
    return session;
  };

  private async read<T>(path: string): Promise<T> {
    return (await this.practice.therapist.get(path).expect(200)).body as T;
  }
}

/** A tone of so many seconds. */
export const secondsOf = (seconds: number): Buffer => toneOf(seconds * RATE, RATE);

/** For a whole test file. @param environment variables beside the endpoint's */
export function startTranscriptTest(environment: Record<string, string> = {}): TranscriptTest {
  const set = new TranscriptTest();
  beforeAll(async () => {
    set.endpoint = await startTranscription();
    set.test = await startTestApp({ ...set.endpoint.environment, ...environment });
    [set.practice, set.other] = [await openMeetingPractice(set.test), await openMeetingPractice(set.test)];
  });
  afterAll(async () => {
    await set.test.close();
    await set.endpoint.close();
    expect(set.endpoint.problems).toEqual([]);
  });
  beforeEach(async () => {
    await set.test.database.query('delete from limit_hits');
    await set.test.database.query('delete from outbox');
    set.endpoint.heard.splice(0);
  });
  afterEach(() => jest.restoreAllMocks());
  return set;
}
