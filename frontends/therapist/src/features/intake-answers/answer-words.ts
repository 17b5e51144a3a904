import type { BadgeTone } from '@attune/shared-ui/components/badge';
import { formatDate, formatNumber, instantInZone, localZone, zoneCity } from '@attune/shared-ui/format';
import type { AnsweredQuestion, SentForm, SentFormStatus } from './intake-answers.api';
import { answersMessages as messages } from './messages';

/** In the order in which they are told. */
export const STATUSES = ['completed', 'started', 'opened', 'sent', 'expired', 'cancelled', 'withdrawn'] as const satisfies readonly SentFormStatus[];

const TONES: Readonly<Record<SentFormStatus, BadgeTone>> = {
  sent: 'neutral',
  opened: 'info',
  started: 'info',
  completed: 'positive',
  expired: 'danger',
  cancelled: 'danger',
  withdrawn: 'neutral',
};

export function statusTone(status: SentFormStatus): BadgeTone {
  return TONES[status];
}

/** '1 completed, 2 sent' */
export function tallyWords(forms: readonly Pick<SentForm, 'status'>[]): string {
  return STATUSES.map((status) => ({ status, count: forms.filter((form) => form.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${messages.status[status].toLowerCase()}`)
    .join(', ');
}

/** PHQ-9's item about death and self-harm was answered with more than 'Not at all'. */
export function isMarked({ self_harm }: { self_harm: number | null }): boolean {
  return self_harm !== null && self_harm > 0;
}

export function isWaiting({ status }: Pick<SentForm, 'status'>): boolean {
  return status === 'sent' || status === 'opened' || status === 'started';
}

/** '24 Nov 2026' by the reader's calendar. */
export function dayWords(instant: string): string {
  return formatDate(instantInZone(instant, localZone()).date, 'short');
}

/** '24 Nov 2026, 10:00' by the reader's clock. */
export function momentWords(instant: string): string {
  return `${dayWords(instant)}, ${instantInZone(instant, localZone()).time}`;
}

/** 'Tue 24 Nov, 10:00', with the city where the appointment's zone is not the reader's own. */
export function appointmentWords(startsAt: string, zone: string): string {
  const { date, time } = instantInZone(startsAt, zone);
  const when = `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}, ${time}`;
  return zone === localZone() ? when : `${when} (${zoneCity(zone)})`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An answer as lines of text; of several chosen options one line each. Empty when the question was not answered. */
export function answerLines({ type, answer }: Pick<AnsweredQuestion, 'type' | 'answer'>): string[] {
  if (answer === null) return [];
  if (Array.isArray(answer)) return answer;
  if (typeof answer === 'number') return [type === 'scale' ? `${answer} of 10` : formatNumber(answer)];
  return [type === 'date' && DAY.test(answer) ? formatDate(answer, 'full') : answer];
}

/** Lines of a chart at every fifth point, where the published bands begin, and at the most there is. */
export function scoreTicks(most: number): number[] {
  const fives = Array.from({ length: Math.floor(most / 5) + 1 }, (_, index) => index * 5);
  return [...fives.filter((tick) => most - tick > 2), most];
}
