import { Block, mailOf } from '../../integrations/mail/mail-document';
import { subjectWith } from '../../integrations/mail/mail-name';
import { mailHost, MailOrigin } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { shortTime, visitorZone, zoneLabel } from '../scheduling/rules/appointment-time';
import { aboutOf } from './booking-mail';
import { BookingNotice, ToldAppointment } from './booking-notice.repository';
import { calendarOf } from './calendar-invite';
import * as messages from './messages';

/** So many have a link in the mail; the others are behind the sign-in. */
const LISTED = 50;

/**
 * The one mail to a client whose address changed, with new links to their appointments.
 * @param notice of the first one
 * @param told all of them, the first one first; they may be with several therapists
 */
export function readdressedMail(notice: BookingNotice, told: readonly ToldAppointment[], origin: MailOrigin): OutgoingMail {
  const zone = visitorZone(notice) ?? notice.timezone;
  const listed = told.slice(0, LISTED);
  const labelOf = ({ starts_at, therapist_name }: ToldAppointment): string => subjectWith(shortTime(starts_at, zone, notice.created_at), 'with', therapist_name);
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.SEVERAL_READDRESSED(told.length)] },
    { kind: 'facts', rows: [{ label: messages.CLOCK_OF, lines: [zoneLabel(zone)] }] },
    { kind: 'sentence', runs: [messages.SERIES_LINKS] },
    ...listed.map((each): Block => ({ kind: 'link', label: labelOf(each), url: `${origin.publicUrl}/manage#${each.manageToken()}` })),
    ...moreBlocks(told.length - listed.length, origin),
    { kind: 'small', text: messages.FOOTER },
  ];
  const isOfOne = told.every(({ therapist_id }) => therapist_id === notice.therapist_id);
  const { inNameOf, ...about } = aboutOf(notice, 'client', origin);
  const subject = messages.readdressedSubject(told.length);
  const named = mailOf({ title: subjectWith(subject, 'with', notice.therapist_name), blocks }, { ...about, ...(inNameOf !== undefined && { inNameOf }) });
  return {
    ...(isOfOne ? named : mailOf({ title: subject, blocks }, about)),
    ics: calendarOf(notice, listed, 'client', origin.sender, mailHost(origin.publicUrl)),
  };
}

function moreBlocks(more: number, { publicUrl }: MailOrigin): Block[] {
  if (more <= 0) return [];
  return [
    { kind: 'sentence', runs: [messages.moreReaddressed(more)] },
    { kind: 'link', label: messages.ALL_READDRESSED, url: `${publicUrl}/client/dashboard`, strong: true },
  ];
}
