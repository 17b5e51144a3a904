/** Start times `first`, `first + every`, … up to `last`; minutes of the local day. */
export interface StartWindow {
  first: number;
  last: number;
  every: number;
}

/** When a therapist can be booked. Windows of one day are sorted and do not overlap. */
export interface WorkingRules {
  /** IANA zone of the therapist. */
  zone: string;
  /** Seven lists, Sunday first. */
  weekly: readonly (readonly StartWindow[])[];
  /** By 'yyyy-MM-dd'; an empty list closes the day. */
  overrides: Readonly<Record<string, readonly StartWindow[]>>;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  minimumNoticeHours: number;
  /** The last bookable day is this many days after today. */
  horizonDays: number;
}

const WORKDAY: readonly StartWindow[] = [{ first: 9 * 60, last: 17 * 60 + 30, every: 30 }];

/** What holds until a therapist saves hours of their own: Monday to Friday, 18 starts a day. */
export const DEFAULT_RULES: Omit<WorkingRules, 'zone'> & { cancellationNoticeHours: number } = {
  weekly: [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, []],
  overrides: {},
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeHours: 0,
  horizonDays: 60,
  cancellationNoticeHours: 24,
};

/**
 * Minutes that stay free between two appointments. The one before asks for its buffer after, the one after for its
 * buffer before; the same minutes serve both, so the longer one counts.
 */
export function gapMinutes(rules: WorkingRules): number {
  return Math.max(rules.bufferBeforeMinutes, rules.bufferAfterMinutes);
}

/** A therapist's rules for booking and for changing a booking. */
export interface WorkingHours extends WorkingRules {
  /** Until this many hours before the appointment the client may cancel or move it. */
  cancellationNoticeHours: number;
}

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
 * @param zone the therapist's
 * @param hours the row of `working_hours`, null while the therapist has saved none: the defaults hold
 */
export function bookingRules(zone: string, hours: StoredHours | null): WorkingHours {
  if (!hours) return { zone, ...DEFAULT_RULES };
  return {
    zone,
    weekly: hours.weekly,
    overrides: hours.overrides,
    bufferBeforeMinutes: hours.buffer_before_minutes,
    bufferAfterMinutes: hours.buffer_after_minutes,
    minimumNoticeHours: hours.minimum_notice_hours,
    horizonDays: hours.horizon_days,
    cancellationNoticeHours: hours.cancellation_notice_hours,
  };
}

/** Until when a client may cancel or move, in a sentence; what comes after that is for whoever says it. */
export function noticePolicy(noticeHours: number): string {
  if (noticeHours === 0) return 'You can cancel or move this appointment until it begins.';
  return `You can cancel or move this appointment until ${noticeHours} ${noticeHours === 1 ? 'hour' : 'hours'} before it begins.`;
}
