import type { BadgeTone } from '@attune/shared-ui/components/badge';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import type { OwnForm } from '../../wire';
import { formMessages as messages } from './messages';

const TONES: Readonly<Partial<Record<OwnForm['status'], BadgeTone>>> = { sent: 'attention', opened: 'attention', started: 'attention', completed: 'positive' };

export function statusTone(status: OwnForm['status']): BadgeTone {
  return TONES[status] ?? 'neutral';
}

export function isWaiting({ status }: Pick<OwnForm, 'status'>): boolean {
  return status === 'sent' || status === 'opened' || status === 'started';
}

/** What waits comes first, the nearest appointment before the others; then the rest as it came. */
export function waitingFirst(forms: readonly OwnForm[]): OwnForm[] {
  const due = ({ starts_at }: OwnForm) => (starts_at === null ? Number.POSITIVE_INFINITY : Date.parse(starts_at));
  const waiting = forms.filter(isWaiting).sort((one, other) => (due(one) === due(other) ? 0 : due(one) - due(other)));
  return [...waiting, ...forms.filter((form) => !isWaiting(form))];
}

/** '24 Nov 2026' by the reader's calendar. */
export function dayWords(instant: string): string {
  return formatDate(instantInZone(instant, localZone()).date, 'short');
}

/** 'For your appointment on Tue 24 Nov, 17:00 your time, 11:00 in New York'; where there is none, when it was sent. */
export function whatFor({ starts_at, timezone, sent_at }: Pick<OwnForm, 'starts_at' | 'timezone' | 'sent_at'>): string {
  if (starts_at === null || timezone === null) return `${messages.sentOn} ${dayWords(sent_at)}`;
  const { date, time } = instantInZone(starts_at, timezone);
  return `${messages.forAppointment} ${ownTimeFirst(date, time, timezone, localZone())}`;
}
