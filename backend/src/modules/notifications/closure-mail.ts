import { Block, MailDocument, renderHtml, renderText } from '../../integrations/mail/mail-document';
import { oneLine } from '../../integrations/mail/mail-header';
import { mailHost } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { shortTime, timeLines, visitorZone } from '../scheduling/rules/appointment-time';
import { ClosedTherapist, StandingAppointment } from './closure.repository';
import * as messages from './messages';

/** Which closure of an account a mail tells of, and whom. */
export interface ClosureNotice {
  id: string;
  recipientId: string;
  writtenAt: Date;
}

/** Tells a client that the therapist is no longer on Attune, and that what is booked stays. No service and no notes. */
export function clientClosureMail(notice: ClosureNotice, { therapist_name: name }: ClosedTherapist, standing: readonly StandingAppointment[], publicUrl: string): OutgoingMail {
  const [first, ...others] = standing;
  if (!first) throw new Error('a closure concerns nobody without an appointment');
  const link = (one: StandingAppointment): Block => ({
    kind: 'link',
    label: others.length === 0 ? messages.STANDING_LINK : `${messages.STANDING_LINK}: ${shortTime(one.starts_at, one.timezone, notice.writtenAt)}`,
    url: `${publicUrl}/manage#${one.manageToken()}`,
    strong: others.length === 0,
  });
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [{ name: oneLine(name) }, others.length === 0 ? messages.CLOSED_TO_CLIENT_ONE : messages.CLOSED_TO_CLIENT] },
    ...standing.flatMap((one): Block[] => [factsOf(one), link(one)]),
    { kind: 'sentence', runs: [messages.CLOSED_ASK] },
    { kind: 'small', text: messages.FOOTER },
  ];
  return mailOf(notice, first.client_email, { title: messages.CLOSED_CLIENT_SUBJECT, blocks }, publicUrl);
}

/** Tells a therapist that the account was closed, and what stays. */
export function therapistClosureMail(notice: ClosureNotice, { therapist_email: address, upcoming }: ClosedTherapist, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.CLOSED_TO_THERAPIST] },
    { kind: 'sentence', runs: [messages.closedUpcoming(upcoming)] },
    { kind: 'sentence', runs: [messages.CLOSED_QUESTIONS] },
    { kind: 'small', text: messages.CLOSED_FOOTER },
  ];
  return mailOf(notice, address, { title: messages.CLOSED_THERAPIST_SUBJECT, blocks }, publicUrl);
}

function factsOf(one: StandingAppointment): Block {
  const own = visitorZone(one);
  const rows = [{ label: messages.WHEN, lines: timeLines(one, one.timezone) }];
  if (own !== undefined) rows.push({ label: messages.YOUR_TIME, lines: timeLines(one, own) });
  return { kind: 'facts', rows };
}

function mailOf({ id, recipientId }: ClosureNotice, address: string, document: MailDocument, publicUrl: string): OutgoingMail {
  return {
    messageId: `<closure.${id}.${recipientId}@${mailHost(publicUrl)}>`,
    to: { address },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}
