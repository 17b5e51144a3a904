import { utcTime } from '../../../common/http/record-page';
import type { CopiedEntryDto } from '../../clients/copies/client-copy.dto';
import * as messages from './messages';
import type { LiveLineDto, LiveLinesState, TranscriptLineDto } from './transcript.dto';
import type { MeetingTranscript } from './transcript.entity';
import type { CopiedTranscript, LineRow } from './transcript.repository';

/** Its lines follow one another, and none is corrected yet. */
export function isUnderWay(transcript: MeetingTranscript | undefined): boolean {
  return transcript?.state === 'live' || transcript?.state === 'waiting' || transcript?.state === 'running';
}

/** @param why nothing is made, or the newest part is not there yet: a sentence, or a word of `TRANSCRIPT_FAILURES` */
export function liveSentence(state: LiveLinesState, why: string | null | undefined): string {
  const sentence = messages.LIVE_SENTENCES[state];
  if (!why || (state !== 'late' && state !== 'not_configured')) return sentence;
  return `${sentence} ${messages.TRANSCRIPT_FAILURES[why as messages.TranscriptFailure] ?? why}`;
}

export function sentenceOf(transcript: MeetingTranscript | undefined): string {
  switch (transcript?.state) {
    case 'live':
      return messages.whileRecorded;
    case 'waiting':
      return transcript.failure === null ? messages.waiting : `${messages.waiting} ${reasonOf(transcript)}`;
    case 'running':
      return messages.running;
    case 'done':
      return transcript.accepted_at ? messages.isAccepted : messages.toBeChecked;
    case 'failed':
      return `${messages.notMade} ${failureOf(transcript)}`;
    case 'destroyed':
      return messages.isDestroyed;
    default:
      return messages.none;
  }
}

export function failureOf(transcript: MeetingTranscript | undefined): string | null {
  if (transcript?.state !== 'failed') return null;
  return reasonOf(transcript);
}

function reasonOf({ failure }: MeetingTranscript): string {
  return messages.TRANSCRIPT_FAILURES[failure as messages.TranscriptFailure] ?? messages.TRANSCRIPT_FAILURES.interrupted;
}

export function toLiveLineDto({ seq, start_ms, text }: LineRow): LiveLineDto {
  return { seq, start_seconds: start_ms / 1_000, text: text ?? messages.unopened };
}

export function toLineDto({ id, seq, start_ms, end_ms, stretch, speaker, text, original, version, corrected_at }: LineRow): TranscriptLineDto {
  return { id, seq, start_seconds: start_ms / 1_000, end_seconds: end_ms / 1_000, stretch, speaker, text: text ?? messages.unopened, original, version, corrected_at: corrected_at?.toISOString() ?? null };
}

/** A line of time and words each. */
export function toCopiedTranscript({ id, accepted_at, created_at }: CopiedTranscript, lines: readonly LineRow[]): CopiedEntryDto {
  const words = lines.map(({ start_ms, text }) => `${clockTime(start_ms)} ${text ?? messages.unopened}`);
  return { id, title: messages.copiedSession(utcTime(created_at.toISOString())), about: accepted_at ? messages.copiedAccepted(utcTime(accepted_at.toISOString())) : messages.COPIED_UNACCEPTED, text: words.join('\n') };
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
