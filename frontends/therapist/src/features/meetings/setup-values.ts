import type { Problems } from '@attune/shared-ui/forms';
import { meetingMessages as messages } from './messages';

/** The setup while it is typed. What the calls take has their names. */
export interface SetupValues {
  /** A notetaker in a meeting, this device's microphone, or a file. */
  route: 'bot' | 'device' | 'upload';
  meeting_platform: 'google_meet' | 'zoom';
  meeting_url: string;
  client_id: string;
  client_name: string;
  session_duration_minutes: string;
  enable_real_time_notes: boolean;
  enable_post_meeting_analysis: boolean;
  audio_quality: 'high' | 'medium' | 'low';
}

export const DEFAULT_SETUP: SetupValues = {
  route: 'device',
  meeting_platform: 'google_meet',
  meeting_url: '',
  client_id: '',
  client_name: '',
  session_duration_minutes: '60',
  enable_real_time_notes: true,
  enable_post_meeting_analysis: true,
  audio_quality: 'high',
};

const MINUTES = { min: 15, max: 300 };

/** A file says itself how long it is, and only a meeting has a link. */
export function setupProblems({ route, meeting_platform, meeting_url, session_duration_minutes }: SetupValues): Problems {
  const minutes = Number(session_duration_minutes.trim() || Number.NaN);
  const url = route === 'bot' ? urlProblem(meeting_url.trim(), meeting_platform) : undefined;
  const isLengthWrong = route !== 'upload' && !(Number.isInteger(minutes) && minutes >= MINUTES.min && minutes <= MINUTES.max);
  return {
    ...(url !== undefined && { meeting_url: url }),
    ...(isLengthWrong && { session_duration_minutes: messages.durationWrong }),
  };
}

/** Which meetings there are the server says; what is no link, or one of the other platform, is said at once. */
function urlProblem(url: string, chosen: SetupValues['meeting_platform']): string | undefined {
  if (url === '') return messages.urlMissing;
  if (!URL.canParse(url)) return messages.urlWrong;
  const { hostname } = new URL(url);
  const platform = hostname === 'meet.google.com' ? 'google_meet' : /(^|\.)zoom\.us$/.test(hostname) ? 'zoom' : undefined;
  return platform === undefined || platform === chosen ? undefined : messages.urlOther(messages.platforms[platform]);
}
