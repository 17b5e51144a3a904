/** A therapist's profile as it is stored. */
export interface Profile {
  therapistId: string;
  displayName: string;
  bio: string;
  credentials: string;
  languages: string[];
  timezone: string;
  imageHash: string | null;
  customSlug: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const DEFAULT_LANGUAGES = ['English'];
export const DEFAULT_TIMEZONE = 'America/New_York';
