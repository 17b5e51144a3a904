import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { oneLine } from '../../../integrations/mail/mail-header';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { timeLines, visitorZone } from '../../scheduling/rules/appointment-time';
import { UnsentCode } from './hold.repository';

const SUBJECT = 'Your code for an appointment';
const LASTS = 'The time is kept for 10 minutes from when it was chosen, and the code works that long. It is not booked before.';
const NOT_YOU = 'If you did not ask for an appointment, you need not do anything: without the code nothing is booked.';
const FOOTER = 'Sent by Attune because this address was given for an appointment.';

/** Tells the code, the time and the therapist. Its text holds no other six digits in a row. */
export function holdCodeMail(unsent: UnsentCode, publicUrl: string): OutgoingMail {
  const document = documentOf(unsent);
  return {
    // Each code of a hold has its own mail.
    messageId: `<${unsent.id}.${unsent.code_sent_at.getTime()}.code@${mailHost(publicUrl)}>`,
    to: { address: unsent.email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

function documentOf(unsent: UnsentCode): MailDocument {
  const alsoIn = visitorZone(unsent);
  const rows = [
    { label: 'Code', lines: [unsent.code] },
    { label: 'When', lines: timeLines(unsent, unsent.timezone) },
    ...(alsoIn === undefined ? [] : [{ label: 'In your time zone', lines: timeLines(unsent, alsoIn) }]),
  ];
  const blocks: Block[] = [
    { kind: 'sentence', runs: ['Hello,'] },
    { kind: 'sentence', runs: ['Here is the code to book your appointment with ', { name: oneLine(unsent.therapist_name) }, '.'] },
    { kind: 'facts', rows },
    { kind: 'sentence', runs: [LASTS] },
    { kind: 'sentence', runs: [NOT_YOU] },
    { kind: 'small', text: FOOTER },
  ];
  return { title: SUBJECT, blocks };
}
