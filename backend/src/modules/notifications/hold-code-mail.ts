import { Block, MailDocument, renderHtml, renderText } from '../../integrations/mail/mail-document';
import { oneLine } from '../../integrations/mail/mail-header';
import { mailHost } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { timeLines, visitorZone } from './appointment-time';
import * as messages from './messages';

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
  const { before, after } = messages.HOLD_OPENING;
  const alsoIn = visitorZone(notice);
  const rows = [
    { label: messages.HOLD_CODE, lines: [notice.code] },
    { label: messages.WHEN, lines: timeLines(notice, notice.timezone) },
    ...(alsoIn === undefined ? [] : [{ label: messages.YOUR_TIME, lines: timeLines(notice, alsoIn) }]),
  ];
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [before, { name: oneLine(notice.therapistName) }, after] },
    { kind: 'facts', rows },
    { kind: 'sentence', runs: [messages.HOLD_LASTS] },
    { kind: 'sentence', runs: [messages.HOLD_NOT_YOU] },
    { kind: 'small', text: messages.FOOTER },
  ];
  return { title: messages.HOLD_SUBJECT, blocks };
}
