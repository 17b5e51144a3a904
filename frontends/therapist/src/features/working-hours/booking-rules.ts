/** The numbers beside the hours, with what they mean and what they may be. */
export interface RuleDescription {
  name: RuleName;
  label: string;
  hint: string;
  min: number;
  max: number;
}

export type RuleName =
  | 'buffer_before_minutes'
  | 'buffer_after_minutes'
  | 'minimum_notice_hours'
  | 'horizon_days'
  | 'cancellation_notice_hours';

export const RULES: readonly RuleDescription[] = [
  {
    name: 'buffer_before_minutes',
    label: 'Buffer before (minutes)',
    hint: 'Kept free before each appointment.',
    min: 0,
    max: 240,
  },
  {
    name: 'buffer_after_minutes',
    label: 'Buffer after (minutes)',
    hint: 'Kept free after each appointment.',
    min: 0,
    max: 240,
  },
  {
    name: 'minimum_notice_hours',
    label: 'Minimum notice (hours)',
    hint: 'At least this long ahead; never before tomorrow.',
    min: 0,
    max: 720,
  },
  {
    name: 'horizon_days',
    label: 'Bookable ahead (days)',
    hint: 'How far into the future visitors can book.',
    min: 1,
    max: 365,
  },
  {
    name: 'cancellation_notice_hours',
    label: 'Cancellation notice (hours)',
    hint: 'Later than this, clients are asked to call you.',
    min: 0,
    max: 720,
  },
];

/** What is wrong with a typed number, or undefined. */
export function ruleError(rule: RuleDescription, typed: string): string | undefined {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  const fits = Number.isInteger(value) && value >= rule.min && value <= rule.max;
  return fits ? undefined : `Enter a whole number from ${rule.min} to ${rule.max}.`;
}
