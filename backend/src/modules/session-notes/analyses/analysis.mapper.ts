import { AiFailure, isAiFailureReason } from '../../../integrations/ai/ai-failure';
import { RULE_BASED } from '../analysis/rule-based-analyser';
import type { NoteAnalysisDto } from './analysis.dto';
import type { AnalysisRow } from './analysis.repository';
import { AnalysisFailure, FAILURES } from './messages';

/** An analysis that nobody has worked on for so long is not coming any more: its worker was ended in the midst of it. */
const GIVEN_UP_AFTER_MS = 10 * 60_000;

export function isUnderWay({ state, created_at }: Pick<AnalysisRow, 'state' | 'created_at'>, now: Date): boolean {
  return (state === 'waiting' || state === 'running') && now.getTime() - created_at.getTime() < GIVEN_UP_AFTER_MS;
}

/** @param digest of what it would read now */
export function isStale({ state, result }: AnalysisRow, digest: string | undefined): boolean {
  return state === 'done' && result?.digest !== digest;
}

/** What stands in the summary unless the therapist writes another one. */
export function summaryOf({ result }: AnalysisRow): string {
  return (result?.analysis.summary ?? []).map(({ text }) => text).join(' ');
}

export function toAnalysisDto(row: AnalysisRow, digest: string | undefined, now: Date): NoteAnalysisDto {
  const isOver = (row.state === 'waiting' || row.state === 'running') && !isUnderWay(row, now);
  const failure = isOver ? 'interrupted' : row.failure;
  const { summary, themes, interventions, homework, progress, risk_cues, next_steps, remarks } = row.result?.analysis ?? {};
  return {
    id: row.id,
    state: isOver ? 'failed' : row.state,
    failure: failure === null ? null : (FAILURES[failure as AnalysisFailure] ?? FAILURES.interrupted),
    engine: row.engine,
    engine_label: row.engine === null ? null : row.engine === 'rules' ? RULE_BASED.name : (row.model ?? ''),
    model_failure: isAiFailureReason(row.model_failure) ? new AiFailure(row.model_failure).message : null,
    prompt_version: row.prompt_version,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    milliseconds: row.milliseconds,
    dropped: row.dropped,
    note_version: row.note_version,
    is_stale: isStale(row, digest),
    result: row.result
      ? {
          summary: summary ?? [],
          themes: themes ?? [],
          interventions: interventions ?? [],
          homework: homework ?? [],
          progress: progress ?? [],
          risk_cues: risk_cues ?? [],
          next_steps: next_steps ?? [],
          remarks: remarks ?? [],
        }
      : null,
    summary: row.summary,
    accepted_at: row.accepted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
