export type MeetingPlatform = 'google_meet' | 'zoom';

/** Why a notetaker left a meeting, or never was in it. */
export type MeetingEnd =
  | 'host_ended'
  | 'kicked'
  | 'alone_timeout'
  | 'not_found'
  | 'not_started_timeout'
  | 'lobby_timeout'
  | 'denied'
  | 'blocked_by_platform'
  | 'login_required'
  | 'captcha'
  | 'zoom_rtms_required'
  | 'passcode_required'
  | 'ui_changed'
  | 'announce_failed'
  | 'no_audio_stream'
  | 'browser_crash'
  | 'engine_unavailable'
  /** Whoever sent it called it back. */
  | 'called_back';

/** A meeting to join, and as whom. */
export interface MeetingVisit {
  platform: MeetingPlatform;
  /** Checked before: see `platformOf` of the meetings. */
  url: string;
  /** What everybody in the meeting reads. */
  displayName: string;
  /** Said in the meeting's chat before anything is recorded. */
  announcement: string;
  /** Frames a second. */
  rate: number;
}

/** Sound of everybody in the meeting, mixed: mono, 16 bit, little-endian. */
export interface HeardSound {
  /** From 0, one more each time. */
  seq: number;
  /** Since recording began in this visit; what is missing before it was not heard. */
  startFrame: number;
  /** When its first frame was heard: in milliseconds, as `performance.now()` of this process counts, which nobody sets. */
  heardAt: number;
  pcm: Buffer;
}

/** What a visit tells while it lasts. Each comes back when it is written down. */
export interface MeetingListener {
  /** Somebody has to let the notetaker in. */
  waits(): Promise<void>;
  /** It was let in; nothing is recorded yet. */
  admitted(): Promise<void>;
  /** Comes back when the sound is durable. @throws where it is not taken: the visit ends */
  heard(sound: HeardSound): Promise<void>;
}

/**
 * Port: what goes into meetings as a visible, named participant, is admitted by a person, and hears. Engines that run elsewhere, and streams that a
 * platform hands out itself, fit here too.
 */
export abstract class MeetingEngine {
  /** @returns undefined where it can join meetings of the platform; else why not, for people */
  abstract unavailable(platform: MeetingPlatform): string | undefined;

  /**
   * Joins, says that it records, and records until the meeting or the visit is over.
   * @param stop calls it back: what was heard until then is handed over, then it leaves
   * @returns why it is over; it throws nothing but what `listener` throws
   */
  abstract visit(meeting: MeetingVisit, listener: MeetingListener, stop: AbortSignal): Promise<MeetingEnd>;
}
