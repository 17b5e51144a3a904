/** Sentences for people. */
export const noTranscript = 'There is no finished transcript of this session yet.';
export const nothingSaid = 'Nothing was said that could be analysed.';
export const startedTooOften = 'Transcripts were analysed very often within the hour. Please try again later.';
export const notDone = 'The analysis is not finished yet.';

/** Why there is no result. */
export const ANALYSIS_FAILURES = {
  effort: 'This transcript could not be read within the time that there is.',
  interrupted: 'The analysis was interrupted.',
  unreadable: 'A line of the transcript cannot be opened.',
  empty: nothingSaid,
} as const;
export type MeetingAnalysisFailure = keyof typeof ANALYSIS_FAILURES;

/** In the note. */
export const NOTE_TAG = 'from a recording';
export const noteTitle = (day: string) => `Session of ${day} (draft)`;
export const noteBeginning = (label: string) => `Draft made by ${label} from the recording of the session. Check every sentence against the transcript before you keep it.`;
export const noteCut = 'The rest stands in the results of the session.';
export const HEADINGS = {
  summary: 'Summary',
  themes: 'Themes',
  interventions: 'Interventions',
  homework: 'Homework',
  progress: 'Progress',
  next_steps: 'Next steps',
} as const;
export const RISK_HEADING = 'Possible signs of a risk, to be checked';
