import { DOMAINS } from '../../src/domains';
import { eventually, startTestWorker, TestWorker } from './outbox-worker';
import { DEEDS } from './session-notes';
import type { SignedInTherapist } from './signed-in';
import type { TestApp } from './test-app';

export interface Statement {
  text: string;
  citations: { quote: string; start: number; end: number; page?: number }[];
}

/** What the tests look at in an answer about a note's analyses. */
export interface Analysis {
  id: string;
  state: string;
  failure: string | null;
  engine: string | null;
  engine_label: string | null;
  model_failure: string | null;
  prompt_version: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  dropped: number;
  note_version: number | null;
  is_stale: boolean;
  summary: string | null;
  accepted_at: string | null;
  result: (Record<'summary' | 'themes' | 'interventions' | 'homework' | 'progress' | 'next_steps', Statement[]> & { remarks: string[]; risk_cues: (Statement & { kind: string; quote: string; why: string })[] }) | null;
}
export interface Analyses {
  draft: Analysis | null;
  accepted: Analysis | null;
  next: { engine: string; label: string; sent: string | null };
  refused: string | null;
}

/** The whole worker over a test application's database. */
export function startAnalysing(test: TestApp, environment: Record<string, string> = {}): Promise<TestWorker> {
  return startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'note-analysis', ...environment });
}

/** @param fileId of one of its files */
export async function analysesOf(therapist: SignedInTherapist, noteId: string, fileId?: string): Promise<Analyses> {
  return (await therapist.get(analysisPath(noteId, fileId)).expect(200)).body as Analyses;
}

export function analysisPath(noteId: string, fileId?: string): string {
  return `${DEEDS}/${noteId}${fileId === undefined ? '' : `/files/${fileId}`}/analysis`;
}

/** Asks for an analysis and waits for its end. */
export async function analyse(therapist: SignedInTherapist, noteId: string, fileId?: string): Promise<Analysis> {
  await therapist.post(analysisPath(noteId, fileId), {}).expect(202);
  return draftOf(therapist, noteId, fileId);
}

/** Waits for the end of one that was begun. */
export async function draftOf(therapist: SignedInTherapist, noteId: string, fileId?: string): Promise<Analysis> {
  let draft: Analysis | null = null;
  await eventually(async () => {
    ({ draft } = await analysesOf(therapist, noteId, fileId));
    if (draft?.state !== 'done' && draft?.state !== 'failed') throw new Error(`it is ${draft?.state}`);
  }, 100_000);
  return draft!;
}
