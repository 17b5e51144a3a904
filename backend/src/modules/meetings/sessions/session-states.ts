/** How far a session is. */
export const PHASES = ['queued', 'joining', 'lobby', 'in_call', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type Phase = (typeof PHASES)[number];

/** What a screen says of it: `recording` means that sound of what goes on now is stored. */
export const STATUSES = ['joining', 'recording', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type SessionStatus = (typeof STATUSES)[number];

/** Why a session ended, each with a sentence for people. */
export const END_REASONS = {
  duration_reached: 'The planned time was over.',
  completed_early: 'You ended the session early.',
  host_ended: 'The meeting was ended by its host.',
  kicked: 'The notetaker was removed from the meeting.',
  alone_timeout: 'Everybody else had left the meeting.',
  silence_timeout: 'Nothing was heard for 20 minutes.',
  consent_withdrawn: 'The consent was withdrawn. The recording stopped, and its sound was destroyed.',
  cancelled: 'You cancelled before anything was recorded. The consent stays good for another try.',
  invalid_url: 'The link leads to no meeting.',
  not_found: 'There is no such meeting.',
  not_started_timeout: 'The meeting had not begun.',
  lobby_timeout: 'Nobody let the notetaker in.',
  gave_way: 'Nobody let the notetaker in for 3 minutes, and others were waiting for one. Please send it again once somebody can let it in.',
  made_room: 'It had been in the meeting for an hour, and others were waiting for a notetaker. What was recorded until then is kept.',
  denied: 'Somebody in the meeting refused the notetaker.',
  blocked_by_platform: 'The platform does not let the notetaker in.',
  login_required: 'The meeting lets in people with an account only.',
  captcha: 'The platform asks for proof of a human being, which the notetaker does not give.',
  zoom_rtms_required: 'Zoom asks for an authorised app.',
  passcode_required: 'The meeting asks for a passcode that the link does not hold.',
  ui_changed: 'The platform’s page is not one that the notetaker knows.',
  announce_failed: 'The notetaker could not say in the meeting that it records, so it left.',
  no_audio_stream: 'No sound arrived, so there is nothing to keep.',
  browser_crash: 'The notetaker’s browser crashed.',
  worker_lost: 'The process that recorded was lost.',
  connection_lost: 'The device that recorded was not heard of any more.',
  disk_full: 'There was no room left to store the sound.',
  engine_unavailable: 'The notetaker could not be started.',
  file_read: 'The file was read.',
  file_too_long: 'The file is longer than 300 minutes.',
  file_unreadable: 'The file cannot be read as sound.',
  sound_damaged: 'Stored sound was changed or is missing, so it is not used.',
} as const;
export type EndReason = keyof typeof END_REASONS;

/** What happened before and without any sound is nobody's session: the consent is given back unless somebody was let in. */
const BEFORE_CALL: readonly Phase[] = ['queued', 'joining', 'lobby'];
const LIVE: readonly Phase[] = [...BEFORE_CALL, 'in_call'];
export const MOST_REJOINS = 2;

const MINUTE_MS = 60_000;
/** Whoever records and is not heard of for so long does not come back; a pause may be longer. */
export const SILENT_MS = 30 * MINUTE_MS;
export const PAUSED_MS = 180 * MINUTE_MS;
/** Another worker goes on within half a minute where there is one. */
export const LOST_MS = 5 * MINUTE_MS;
/** Pauses included, a session is over an hour after it should have been: the next one is another session, with a consent of its own. */
export const OVERTIME_MS = 60 * MINUTE_MS;

export interface SessionState {
  phase: Phase;
  /** Sound of this session is stored. */
  hasSound: boolean;
  /** Sound is stored since the notetaker, or the device, is in the call for the last time. */
  hears: boolean;
  rejoins: number;
  endReason: EndReason | null;
  /** It never got past the lobby. */
  consentReturned: boolean;
}

export type SessionEvent =
  | { kind: 'claimed' }
  | { kind: 'waits' }
  | { kind: 'admitted' }
  | { kind: 'sound_stored' }
  /** Whoever recorded is gone, and the session goes on. */
  | { kind: 'lost'; reason: EndReason }
  | { kind: 'ended'; reason: EndReason }
  /** All sound of a file is stored. */
  | { kind: 'imported' }
  | { kind: 'import_failed'; reason: EndReason }
  | { kind: 'processed' }
  | { kind: 'processing_failed'; reason: EndReason };

export function beginning(phase: 'queued' | 'joining'): SessionState {
  return { phase, hasSound: false, hears: false, rejoins: 0, endReason: null, consentReturned: false };
}

export const isBeforeCall = (phase: Phase): boolean => BEFORE_CALL.includes(phase);
export const isLive = (phase: Phase): boolean => LIVE.includes(phase);
/** Nothing of it changes any more. */
export const isOver = (phase: Phase): boolean => phase === 'completed' || phase === 'failed' || phase === 'cancelled';

export function statusOf({ phase, hears }: Pick<SessionState, 'phase' | 'hears'>): SessionStatus {
  if (phase === 'in_call') return hears ? 'recording' : 'joining';
  return phase === 'queued' || phase === 'joining' || phase === 'lobby' ? 'joining' : phase;
}

/** @returns what it is from now on; the same object where the event means nothing in this phase */
export function advance(state: SessionState, event: SessionEvent): SessionState {
  const { phase } = state;
  switch (event.kind) {
    case 'claimed':
      return phase === 'queued' ? { ...state, phase: 'joining' } : state;
    case 'waits':
      return phase === 'joining' ? { ...state, phase: 'lobby' } : state;
    case 'admitted':
      return phase === 'joining' || phase === 'lobby' ? { ...state, phase: 'in_call' } : state;
    case 'sound_stored':
      return phase === 'in_call' && !state.hears ? { ...state, hasSound: true, hears: true } : state;
    case 'lost':
      if (phase !== 'in_call' || state.rejoins >= MOST_REJOINS) return isLive(phase) ? end(state, event.reason) : state;
      return { ...state, phase: 'joining', hears: false, rejoins: state.rejoins + 1 };
    case 'ended':
      return isLive(phase) || (phase === 'processing' && event.reason === 'consent_withdrawn') ? end(state, event.reason) : state;
    case 'imported':
      return phase === 'joining' ? { ...state, phase: 'processing', hasSound: true, endReason: 'file_read' } : state;
    case 'import_failed':
      return phase === 'joining' ? { ...state, phase: 'failed', endReason: event.reason } : state;
    case 'processed':
      return phase === 'processing' ? { ...state, phase: 'completed' } : state;
    case 'processing_failed':
      return phase === 'processing' ? { ...state, phase: 'failed', endReason: event.reason } : state;
  }
}

function end(state: SessionState, reason: EndReason): SessionState {
  const over = { ...state, hears: false, endReason: reason };
  if (reason === 'consent_withdrawn') return { ...over, phase: 'cancelled' };
  if (state.hasSound) return { ...over, phase: 'processing' };
  const consentReturned = isBeforeCall(state.phase);
  if (reason === 'cancelled' || (reason === 'completed_early' && consentReturned)) return { ...over, phase: 'cancelled', endReason: 'cancelled', consentReturned };
  // Whatever ended it: a session in a call without sound failed for the lack of it.
  const silent = reason === 'completed_early' || reason === 'duration_reached';
  return { ...over, phase: 'failed', endReason: silent ? 'no_audio_stream' : reason, consentReturned };
}
