import type { AiFailureReason } from '../../../integrations/ai/ai-failure';

/** Sentences for people. */
export const noModel = 'Transcription is not configured here: no model is named that makes text of sound (TRANSCRIPTION_MODEL or TRANSCRIPTION_MODEL_DIR).';
export const noKey = 'Transcription is not configured here: the key of the endpoint is missing (TRANSCRIPTION_API_KEY).';
export const noModule = 'Transcription is not configured here: the package sherpa-onnx-node, which the model in TRANSCRIPTION_MODEL_DIR needs, is not installed for this system.';
export const soundIsSent = (host: string) => `The sound is sent to ${host} as it was recorded, with every name that is said in it.`;
export const soundIsGone = 'The sound of this session is destroyed, so no transcript can be made of it.';
export const isThere = 'There is a transcript of this session already.';
export const noTranscript = 'There is no transcript of this session.';
export const notDone = 'The transcript is not finished yet.';
export const accepted = 'The transcript is accepted. It is not changed any more.';
export const noSuchLine = 'There is no such line in this transcript.';
export const correctedElsewhere = 'This line was corrected elsewhere meanwhile, so yours is not saved. Look at it as it is now.';
export const correctedTooOften = 'Very much was corrected within the hour. Please try again later.';
export const startedTooOften = 'Transcripts were asked for very often within the hour. Please try again later.';
export const versionForm = 'The version of a line is a whole number from 1 on.';
export const lineRequired = 'Please enter what was said.';
export const MAX_LINE = 5_000;
export const lineTooLong = `A line can have at most ${MAX_LINE.toLocaleString('en')} characters.`;
export const unopened = 'This line cannot be opened';

/** How far it is. */
export const none = 'There is no transcript yet.';
export const whileRecorded = 'Lines are made while the session is recorded. The rest of the transcript comes after it.';
export const waiting = 'The transcript waits for its turn.';
export const running = 'The transcript is being made.';
export const toBeChecked = 'The transcript is made. Please check it.';
export const isAccepted = 'You have accepted the transcript, and the sound is destroyed.';
export const isDestroyed = 'The transcript is destroyed.';
export const notMade = 'No transcript could be made.';

/** Lines while a session is recorded. */
export const LIVE_SENTENCES = {
  off: 'Real-time notes are switched off for this session: its transcript comes after it.',
  not_configured: 'No lines appear while this session runs.',
  on: 'Lines appear about half a minute after they are said. They are provisional: you check them in the transcript.',
  late: 'Lines come later. The recording goes on, and nothing of it is lost.',
  ended: 'The rest comes with the transcript, where you check it.',
  over: 'These lines are not shown any more.',
} as const;
export const versionOfLines = 'This is no version of the lines of a session.';
export const cursorForm = 'This is no place in the lines of a session.';

/** Why there is none. */
export const TRANSCRIPT_FAILURES = {
  not_configured: 'Nothing is set up that makes text of sound.',
  switched_off: 'An administrator has switched language models off.',
  daily_limit: 'As much sound was sent as is allowed within a day. Please try again tomorrow.',
  daily_limit_in_all: 'Today’s speech minutes are used up for everybody here. It goes on tomorrow, by itself, and nothing is lost.',
  many_names: 'It was not sent.',
  unauthorised: 'The endpoint does not take the key that this installation has.',
  busy: 'The endpoint has too much to do.',
  unreachable: 'The endpoint cannot be reached.',
  too_slow: 'The endpoint took too long.',
  server_error: 'The endpoint had an error of its own.',
  refused_request: 'The endpoint does not take sound of this kind.',
  refused_answer: 'The endpoint refused to answer.',
  bad_answer: 'The endpoint gave an answer that cannot be used.',
  model_unusable: 'The speech model on this server cannot be used. Whoever runs this installation has to look at it.',
  recognizer_died: 'The speech model on this server stopped while it was at work.',
  interrupted: 'The work was interrupted.',
  sound_lost: 'Stored sound was changed or is missing, so it is not used.',
} as const satisfies Record<AiFailureReason | 'interrupted' | 'sound_lost', string>;
export type TranscriptFailure = keyof typeof TRANSCRIPT_FAILURES;

/** In the copy of a client's record. */
export const copiedSession = (begun: string) => `Session recorded ${begun}`;
export const copiedAccepted = (at: string) => `Accepted ${at}`;
export const COPIED_UNACCEPTED = 'Not checked and accepted yet';
