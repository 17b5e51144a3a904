import { Block, Fact, MailDocument, mailOf } from '../../integrations/mail/mail-document';
import { nameRun } from '../../integrations/mail/mail-name';
import { mailHost, MailOrigin } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { NoticeRecipient } from '../bookings/changes/booking-news.service';
import { shortTime, visitorZone, WHEN, zoneLabel } from '../scheduling/rules/appointment-time';
import { aboutOf, formBlocks, placeRows, policyOf, videoSession, wordBlocks } from './booking-mail';
import { NoticeInMail, ToldAppointment } from './booking-notice.repository';
import { calendarOf } from './calendar-invite';
import * as messages from './messages';

/**
 * The one mail that a client or a therapist gets about several appointments that were made, moved or cancelled together.
 * @param notice of the first one
 * @param told all of them, the first one first
 */
export function seriesMail(notice: NoticeInMail, told: readonly ToldAppointment[], recipient: NoticeRecipient, origin: MailOrigin, formLinks: readonly string[] = []): OutgoingMail {
  if (notice.kind === 'readdressed') throw new Error('New links have a mail of their own.');
  const kind = notice.kind;
  const document = recipient === 'client' ? clientDocument({ ...notice, kind }, told, origin.publicUrl, formLinks) : therapistDocument({ ...notice, kind }, told, origin.publicUrl);
  return { ...mailOf(document, aboutOf(notice, recipient, origin)), ics: calendarOf(notice, told, recipient, origin.sender, mailHost(origin.publicUrl)) };
}

type SeriesNotice = NoticeInMail & { kind: messages.TherapistKind };

function clientDocument(notice: SeriesNotice, told: readonly ToldAppointment[], publicUrl: string, formLinks: readonly string[]): MailDocument {
  const { kind } = notice;
  const zone = visitorZone(notice) ?? notice.timezone;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    ...(notice.first ?? []),
    { kind: 'sentence', runs: [nameRun(notice.therapist_name, true), messages.SERIES_OPENING[kind](told.length)] },
    ...facts(notice, told, 'client', zone),
    ...videoSession(notice, 'client'),
    ...wordBlocks(notice),
    ...formBlocks(formLinks),
  ];
  if (kind !== 'cancelled') {
    blocks.push({ kind: 'sentence', runs: [messages.SERIES_LINKS] });
    for (const each of told) blocks.push({ kind: 'link', label: timeOf(each, notice, zone), url: `${publicUrl}/manage#${each.manageToken()}` });
    blocks.push({ kind: 'sentence', runs: [policyOf(notice.cancellation_notice_hours)] });
  } else if (notice.has_word) {
    for (const each of told.slice(0, 1)) blocks.push({ kind: 'link', label: messages.MANAGE_LINK.cancelled, url: `${publicUrl}/manage#${each.manageToken()}`, strong: true });
  }
  const notYou = messages.CLIENT_NOT_YOU[kind]?.[notice.actor];
  if (notYou !== undefined) blocks.push({ kind: 'not-you', runs: [notYou] });
  blocks.push(...(notice.end?.blocks ?? []), { kind: 'small', text: messages.FOOTER });
  return { title: messages.seriesSubject(kind, told.length, notice.therapist_name), blocks };
}

function therapistDocument(notice: SeriesNotice, told: readonly ToldAppointment[], publicUrl: string): MailDocument {
  const zone = notice.therapist_timezone ?? notice.timezone;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.SERIES_OF_THERAPIST[notice.kind](told.length)] },
    ...facts(notice, told, 'therapist', zone),
    { kind: 'link', label: messages.DASHBOARD_LINK, url: `${publicUrl}/dashboard?tab=bookings`, strong: true },
    { kind: 'not-you', runs: [messages.THERAPIST_NOT_YOU] },
    { kind: 'small', text: messages.THERAPIST_FOOTER },
  ];
  return { title: messages.SERIES_SUBJECT_OF_THERAPIST[notice.kind](told.length), blocks };
}

/** Each appointment a line, by one clock. The links that a client gets say when each is, so that their lines would say it twice. */
function facts(notice: SeriesNotice, told: readonly ToldAppointment[], reader: NoticeRecipient, zone: string): Block[] {
  const rows: Fact[] = reader === 'client' && notice.kind !== 'cancelled' ? [] : [{ label: WHEN, lines: told.map((each) => timeOf(each, notice, zone)) }];
  rows.push({ label: messages.CLOCK_OF, lines: [zoneLabel(zone)] }, ...placeRows(notice, reader));
  return [{ kind: 'facts', rows }];
}

function timeOf({ starts_at, previous_starts_at }: ToldAppointment, { kind, created_at }: SeriesNotice, zone: string): string {
  const time = shortTime(starts_at, zone, created_at);
  return kind === 'moved' && previous_starts_at ? `${time} (${messages.WAS.toLowerCase()} ${shortTime(previous_starts_at, zone, created_at)})` : time;
}
