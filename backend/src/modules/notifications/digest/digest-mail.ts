import { DateTime } from 'luxon';
import { mailOf } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { zoneLabel } from '../../scheduling/rules/appointment-time';
import { DASHBOARD_LINK, GREETING, THERAPIST_FOOTER } from '../messages';
import type { DigestRow } from './digest.repository';

/** A therapist's day: how many appointments, and when. Who they are with stays on the dashboard. */
export function digestMail(id: string, day: readonly [DigestRow, ...DigestRow[]], address: string, publicUrl: string): OutgoingMail {
  const { timezone } = day[0];
  const clock = (instant: Date): string => DateTime.fromJSDate(instant, { zone: timezone }).toFormat('HH:mm');
  const count = day.length === 1 ? 'one appointment' : `${day.length} appointments`;
  const date = DateTime.fromJSDate(day[0].starts_at, { zone: timezone }).setLocale('en').toFormat('cccc, d LLLL yyyy');
  const lines = [`${date} (${zoneLabel(timezone)})`, ...day.map(({ starts_at, ends_at }) => `${clock(starts_at)} to ${clock(ends_at)}`)];
  return mailOf(
    {
      title: `Your day: ${count}`,
      blocks: [
        { kind: 'sentence', runs: [GREETING] },
        { kind: 'sentence', runs: [`You have ${count} today.`] },
        { kind: 'facts', rows: [{ label: 'Today', lines }] },
        { kind: 'link', label: DASHBOARD_LINK, url: `${publicUrl}/dashboard?tab=bookings`, strong: true },
        { kind: 'small', text: `${THERAPIST_FOOTER} You can turn this mail off under Working Hours.` },
      ],
    },
    { messageId: `<${id}.digest@${mailHost(publicUrl)}>`, to: { address } },
  );
}
