import { Block, Fact, MailDocument, mailOf } from '../../integrations/mail/mail-document';
import { nameRun } from '../../integrations/mail/mail-name';
import { mailHost, MailOrigin } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { NoticeRecipient } from '../bookings/changes/booking-news.service';
import { readersShortTime, shortTime, THERAPISTS_TIME, timeRows, visitorZone, zoneLabel } from '../scheduling/rules/appointment-time';
import { noticePolicy } from '../scheduling/rules/working-rules';
import { BookingNotice, NoticeInMail } from './booking-notice.repository';
import { calendarInvite } from './calendar-invite';
import * as messages from './messages';
import { placeLines, videoLink } from './place-words';

/** The mail that a client or a therapist gets about one booking event. @param formLinks forms that the client is asked to fill in */
export function bookingMail(
  notice: NoticeInMail,
  recipient: NoticeRecipient,
  manageToken: string,
  origin: MailOrigin,
  formLinks: readonly string[] = [],
): OutgoingMail {
  const document =
    recipient === 'client'
      ? clientDocument(notice, `${origin.publicUrl}/manage#${manageToken}`, formLinks)
      : therapistDocument(notice, `${origin.publicUrl}/dashboard?tab=bookings`);
  return { ...mailOf(document, aboutOf(notice, recipient, origin)), ics: calendarInvite(notice, recipient, origin.sender, mailHost(origin.publicUrl)) };
}

/** Sent again, the mail about an event has the same Message-ID. */
export function aboutOf(notice: BookingNotice & Pick<NoticeInMail, 'end'>, recipient: NoticeRecipient, { publicUrl }: MailOrigin): Pick<OutgoingMail, 'messageId' | 'to' | 'inNameOf' | 'headers'> {
  return {
    messageId: `<${notice.id}.${recipient}@${mailHost(publicUrl)}>`,
    to: { address: recipient === 'client' ? notice.client_email : notice.therapist_email },
    ...(recipient === 'client' && { inNameOf: notice.therapist_name }),
    ...(recipient === 'client' && notice.end && { headers: notice.end.headers }),
  };
}

function clientDocument(notice: NoticeInMail, manageUrl: string, formLinks: readonly string[]): MailDocument {
  const zone = visitorZone(notice);
  const title = messages.clientSubject(notice.kind, timeOf(notice, zone), notice.therapist_name);
  const byBooker = notice.by_booker ? messages.BY_BOOKER[notice.kind] : undefined;
  const { before, after } = byBooker?.opening ?? messages.CLIENT_OPENING[notice.kind][notice.actor];
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    ...(notice.first ?? []),
    { kind: 'sentence', runs: [before, nameRun(notice.therapist_name, before === ''), after] },
    facts(notice, 'client', zone),
    ...videoSession(notice, 'client'),
    ...wordBlocks(notice),
    ...noteBlocks(notice),
    ...formBlocks(formLinks),
    { kind: 'link', label: messages.MANAGE_LINK[notice.kind], url: manageUrl, strong: true },
  ];
  if (notice.kind !== 'cancelled') blocks.push({ kind: 'sentence', runs: [policyOf(notice.cancellation_notice_hours)] });
  const notYou = byBooker?.notYou ?? messages.CLIENT_NOT_YOU[notice.kind]?.[notice.actor];
  if (notYou !== undefined) blocks.push({ kind: 'not-you', runs: [notYou] });
  blocks.push(...(notice.end?.blocks ?? []), { kind: 'small', text: messages.FOOTER });
  return { title, blocks };
}

function timeOf({ starts_at, timezone, created_at }: BookingNotice, zone: string | undefined): string {
  return readersShortTime(starts_at, timezone, zone, created_at);
}

/** What the therapist says is read behind the link. */
export function wordBlocks({ has_word, actor, kind }: BookingNotice): Block[] {
  return has_word && actor === 'therapist' && kind !== 'booked' ? [{ kind: 'sentence', runs: [messages.WORD_BEHIND] }] : [];
}

/** That there is one, not what it says. */
function noteBlocks({ kind, has_strangers_note }: BookingNotice): Block[] {
  return kind === 'booked' && has_strangers_note ? [{ kind: 'sentence', runs: [messages.NOTE_LEFT] }] : [];
}

/** What a form is called or asks is not for a mail. */
export function formBlocks(links: readonly string[]): Block[] {
  if (links.length === 0) return [];
  const label = (index: number): string => (links.length === 1 ? messages.FORM_LINK : `${messages.FORM_LINK} ${index + 1}`);
  return [
    { kind: 'sentence', runs: [links.length === 1 ? messages.ONE_FORM : messages.severalForms(links.length)] },
    ...links.map((url, index): Block => ({ kind: 'link', label: label(index), url })),
  ];
}

/** In the words of the page behind the link. */
export function policyOf(hours: number): string {
  return hours === 0 ? noticePolicy(hours) : `${noticePolicy(hours)} ${messages.AFTER_NOTICE}`;
}

function therapistDocument(notice: BookingNotice, dashboardUrl: string): MailDocument {
  if (notice.kind === 'readdressed') throw new Error('What address a client has is not for the therapist’s mails.');
  const zone = visitorZone({ timezone: notice.timezone, client_timezone: notice.therapist_timezone });
  const title = messages.THERAPIST_SUBJECT[notice.kind](timeOf(notice, zone));
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.THERAPIST_OPENING[notice.kind][notice.actor]] },
    facts(notice, 'therapist', zone),
    ...videoSession(notice, 'therapist'),
  ];
  if (notice.kind === 'cancelled') blocks.push({ kind: 'sentence', runs: [messages.FREE_AGAIN] });
  blocks.push({ kind: 'link', label: messages.DASHBOARD_LINK, url: dashboardUrl, strong: true });
  if (notice.actor === 'therapist') blocks.push({ kind: 'not-you', runs: [messages.THERAPIST_NOT_YOU] });
  blocks.push({ kind: 'small', text: messages.THERAPIST_FOOTER });
  return { title, blocks };
}

function facts(notice: BookingNotice, reader: NoticeRecipient, zone: string | undefined): Block {
  const rows: Fact[] = timeRows(notice, zone, reader === 'client' ? THERAPISTS_TIME : messages.AS_BOOKED);
  if (notice.kind === 'moved' && notice.previous_starts_at) {
    const own = zone ?? notice.timezone;
    rows.push({ label: messages.WAS, lines: [`${shortTime(notice.previous_starts_at, own, notice.created_at)} (${zoneLabel(own)})`] });
  }
  return { kind: 'facts', rows: [...rows, ...placeRows(notice, reader)] };
}

/** A cancelled appointment takes place nowhere. */
export function placeRows(notice: BookingNotice, reader: NoticeRecipient): Fact[] {
  const where = notice.kind === 'cancelled' ? [] : placeLines(notice, reader);
  return where.length > 0 ? [{ label: messages.WHERE, lines: where }] : [];
}

export function videoSession(notice: BookingNotice, reader: NoticeRecipient): Block[] {
  const url = notice.kind === 'cancelled' ? undefined : videoLink(notice, reader);
  return url === undefined ? [] : [{ kind: 'link', label: messages.VIDEO_LINK, url }];
}
