import * as messages from '../messages';
import type { GapRow } from '../recording/recording.repository';
import { MeetingSessionDto, MeetingSessionStatusDto } from './session.dto';
import { RATES } from './session.entity';
import type { SessionRow } from './session.repository';
import { END_REASONS, isLive, statusOf } from './session-states';

/** Recorded sound goes after so long, whatever became of it. */
export const SOUND_KEPT_MS = 7 * 86_400_000;
const PARTIAL_BELOW = 0.97;
/** A chunk comes every two seconds: while none came for so long, nothing is recorded. */
const INTERRUPTED_MS = 15_000;

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

export function toSessionDto(session: SessionRow): MeetingSessionDto {
  const { started_at, ended_at, audio_destroyed_at, created_at, planned_minutes, quality, phase } = session;
  const is_interrupted = isInterrupted(session);
  const keptUntil = ended_at && !audio_destroyed_at ? new Date(ended_at.getTime() + SOUND_KEPT_MS) : null;
  return {
    session_id: session.id,
    consent_id: session.consent_id,
    client_id: session.client_id,
    route: session.route,
    platform: session.platform,
    status: statusOf({ phase, hears: session.hears && !is_interrupted }),
    phase,
    sentence: is_interrupted ? messages.interrupted : sentenceOf(session),
    end_reason: session.end_reason,
    notetaker_words: isLive(phase) ? session.notetaker_words : null,
    estimated_completion: new Date((started_at ?? created_at).getTime() + planned_minutes * 60_000).toISOString(),
    start_time: started_at?.toISOString() ?? null,
    end_time: ended_at?.toISOString() ?? null,
    session_duration_minutes: planned_minutes,
    audio_quality: quality,
    sample_rate: RATES[quality],
    is_paused: session.paused_at !== null,
    is_interrupted,
    recorded_seconds: seconds(Number(session.recorded_ms)),
    level: isLive(phase) && !is_interrupted ? session.level : null,
    heard_of_at: session.heartbeat_at.toISOString(),
    sound_kept_until: keptUntil?.toISOString() ?? null,
    sound_is_destroyed: audio_destroyed_at !== null,
    has_transcript: session.transcript_state === 'done',
    transcript_state: session.transcript_state ?? 'none',
    has_analysis: session.analysis_state === 'done',
    analysis_state: session.analysis_state ?? 'none',
    failure_code: session.transcript_state === 'failed' ? 'transcription_failed' : session.analysis_state === 'failed' ? 'analysis_failed' : null,
  };
}

export function toStatusDto(session: SessionRow, rows: readonly GapRow[]): MeetingSessionStatusDto {
  const gaps = rows.map(({ part, recorded_before_ms, missing_ms }) => ({ part, after_seconds: seconds(Number(recorded_before_ms)), seconds: seconds(Number(missing_ms)) }));
  const [recorded, missing] = [Number(session.recorded_ms), rows.reduce((sum, { missing_ms }) => sum + Number(missing_ms), 0)];
  const coverage = recorded + missing === 0 ? 0 : Math.round((recorded / (recorded + missing)) * 1_000) / 1_000;
  return { ...toSessionDto(session), gaps, coverage, is_partial: session.started_at !== null && coverage < PARTIAL_BELOW };
}

/** It should record, and no sound comes. */
function isInterrupted({ phase, hears, paused_at, sound_at, read_at }: SessionRow): boolean {
  return phase === 'in_call' && hears && !paused_at && sound_at !== null && read_at.getTime() - sound_at.getTime() > INTERRUPTED_MS;
}

function sentenceOf(session: SessionRow): string {
  const { phase, end_reason, paused_at, hears, audio_destroyed_at, route, all_notetakers_away } = session;
  const ended = end_reason ? END_REASONS[end_reason] : '';
  switch (phase) {
    case 'queued':
      if (route === 'upload') return messages.fileComes;
      return all_notetakers_away ? messages.allNotetakersAway : messages.queued;
    case 'joining':
      return route === 'upload' ? messages.fileIsRead : messages.joining;
    case 'lobby':
      return messages.lobby;
    case 'in_call':
      if (paused_at) return messages.paused;
      return hears ? messages.recording : messages.noSoundYet;
    case 'processing':
      return `${ended} ${messages.processing}`;
    case 'completed':
      return [ended, transcriptSentence(session), audio_destroyed_at ? messages.soundIsGone : messages.soundIsKept].filter(Boolean).join(' ');
    case 'failed':
    case 'cancelled':
      return ended;
  }
}

function transcriptSentence({ transcript_state, transcript_accepted, audio_destroyed_at }: SessionRow): string {
  switch (transcript_state) {
    case null:
      return audio_destroyed_at ? '' : messages.noTranscription;
    case 'done':
      return transcript_accepted ? messages.transcriptAccepted : messages.transcriptMade;
    case 'failed':
      return messages.transcriptFailed;
    case 'destroyed':
      return messages.transcriptGone;
    default:
      return messages.transcriptComes;
  }
}
