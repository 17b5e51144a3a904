import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { oneLine } from '../../../integrations/mail/mail-header';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { timeLines, visitorZone } from '../../scheduling/rules/appointment-time';

const SUBJECT = 'Your code for an appointment';
const LASTS = 'The time is kept for 10 minutes from when it was chosen, and the code works that long. It is not booked before.';
const NOT_YOU = 'If you did not ask for an appointment, you need not do anything: without the code nothing is booked.';
const FOOTER = 'Sent by Attune because this address was given for an appointment.';

/** What the mail with a code tells: the code, the time and the therapist. Its text holds no other six digits in a row. */
export interface HoldCodeNotice {
  holdId: string;
  code: string;
  email: string;
  /** Tells the mails of one hold apart: each code has its own. */
  codeSentAt: Date;
  startsAt: Date;
  endsAt: Date;
  /** IANA zone of the appointment. */
  timezone: string;
  /** IANA zone of the visitor's browser, as it was given. */
  clientTimezone: string | null;
  therapistName: string;
}

export function holdCodeMail(notice: HoldCodeNotice, publicUrl: string): OutgoingMail {
  const document = documentOf(notice);
  return {
    messageId: `<${notice.holdId}.${notice.codeSentAt.getTime()}.code@${mailHost(publicUrl)}>`,
    to: { address: notice.email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

function documentOf(notice: HoldCodeNotice): MailDocument {
  const alsoIn = visitorZone(notice);
  const rows = [
    { label: 'Code', lines: [notice.code] },
    { label: 'When', lines: timeLines(notice, notice.timezone) },
    ...(alsoIn === undefined ? [] : [{ label: 'In your time zone', lines: timeLines(notice, alsoIn) }]),
  ];
  const blocks: Block[] = [
    { kind: 'sentence', runs: ['Hello,'] },
    { kind: 'sentence', runs: ['Here is the code to book your appointment with ', { name: oneLine(notice.therapistName) }, '.'] },
    { kind: 'facts', rows },
    { kind: 'sentence', runs: [LASTS] },
    { kind: 'sentence', runs: [NOT_YOU] },
    { kind: 'small', text: FOOTER },
  ];
  return { title: SUBJECT, blocks };
}
