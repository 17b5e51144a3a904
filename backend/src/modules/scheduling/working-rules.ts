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
