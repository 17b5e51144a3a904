import { DOMAINS } from '../../src/domains';
import { eventually, startTestWorker, TestWorker } from './outbox-worker';
import { DEEDS } from './session-notes';
import type { SignedInTherapist } from './signed-in';
import type { TestApp } from './test-app';

export interface Statement {
  text: string;
  citations: { quote: string; start: number; end: number }[];
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

export async function analysesOf(therapist: SignedInTherapist, noteId: string): Promise<Analyses> {
  return (await therapist.get(`${DEEDS}/${noteId}/analysis`).expect(200)).body as Analyses;
}

/** Asks for an analysis and waits for its end. */
export async function analyse(therapist: SignedInTherapist, noteId: string): Promise<Analysis> {
  await therapist.post(`${DEEDS}/${noteId}/analysis`, {}).expect(202);
  let draft: Analysis | null = null;
  await eventually(async () => {
    ({ draft } = await analysesOf(therapist, noteId));
    if (draft?.state !== 'done' && draft?.state !== 'failed') throw new Error(`it is ${draft?.state}`);
  }, 45_000);
  return draft!;
}
