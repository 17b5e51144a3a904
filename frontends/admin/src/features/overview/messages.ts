import type { Integration, IntegrationPart } from '../../wire';

/** Texts of the overview's figures and of the state of the parts. */
export const overviewMessages = {
  health: 'How Attune runs',
  figures: 'Figures',
  totalTherapists: 'Total Therapists',
  totalBookings: 'Total Bookings',
  sessionNotes: 'AI Session Notes',
  sessionNotesWithoutAi: 'Session Notes',
  activeUsers: 'Active Users',
  activeUsersHint: 'logged in within the last 30 days',
  integrationStatus: 'Integration Status',
  clientOverview: 'Client Overview',
  status: 'Integrations',
} as const;

export const PART_NAMES: Readonly<Record<IntegrationPart, string>> = {
  database: 'Database',
  queue: 'Jobs',
  mail: 'Mail',
  sign_in: 'Sign-in',
  calendar: 'Calendar',
  ai: 'Note summaries',
  transcription: 'Transcripts',
  storage: 'Files',
  activity_log: 'Activity log',
};

/** What stands on the card about the AI, by the state that the server tells. */
export const AI_WORDS: Readonly<Record<Integration['state'], string>> = {
  ok: 'AI features operational',
  degraded: 'AI features limited',
  off: 'AI features not open yet',
};

/** The same while no language model is in use. */
export const WITHOUT_AI_WORDS: Readonly<Record<Integration['state'], string>> = {
  ok: 'AI is off, rules summarise notes',
  degraded: 'AI is off, summaries by rules are limited',
  off: AI_WORDS.off,
};

export const STATE_WORDS: Readonly<Record<Integration['state'], { tone: 'positive' | 'attention' | 'neutral'; text: string }>> = {
  ok: { tone: 'positive', text: 'Operational' },
  degraded: { tone: 'attention', text: 'Degraded' },
  off: { tone: 'neutral', text: 'Off' },
};
