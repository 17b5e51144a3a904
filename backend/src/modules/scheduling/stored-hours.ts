import { DEFAULT_TIMEZONE } from '../therapists/profile';
import { DEFAULT_RULES, StartWindow } from './working-rules';
import { WorkingHours } from './working-hours';

/** A row of `working_hours`, as a statement or `to_json(w)` gives it. */
export interface StoredHours {
  weekly: StartWindow[][];
  overrides: Record<string, StartWindow[]>;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_hours: number;
  horizon_days: number;
  cancellation_notice_hours: number;
}

/**
 * The rules of a therapist from what is stored.
 * @param timezone the profile's zone, null while there is no profile
 * @param hours the row of `working_hours` as JSON ({@link StoredHours}), null while the therapist has saved none: the defaults hold
 */
export function bookingRules(timezone: string | null, hours: object | null): WorkingHours {
  const zone = timezone ?? DEFAULT_TIMEZONE;
  if (!hours) return { zone, ...DEFAULT_RULES };
  // The one writer of the table is the repository beside this file.
  const stored = hours as StoredHours;
  return {
    zone,
    weekly: stored.weekly,
    overrides: stored.overrides,
    bufferBeforeMinutes: stored.buffer_before_minutes,
    bufferAfterMinutes: stored.buffer_after_minutes,
    minimumNoticeHours: stored.minimum_notice_hours,
    horizonDays: stored.horizon_days,
    cancellationNoticeHours: stored.cancellation_notice_hours,
  };
}
