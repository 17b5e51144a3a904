import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { THERAPISTS_TIME, timeRows, visitorZone } from '../../scheduling/rules/appointment-time';
import { UnsentCode } from './hold.repository';

const SUBJECT = 'Your code for an appointment';
const LASTS = 'The time is kept for 10 minutes from when it was chosen, and the code works that long. It is not booked before.';
const NOT_YOU = 'Do nothing, and tell nobody the code: without it nothing is booked, and the time is free again by itself.';
const FOOTER = 'Sent by Attune because this address was given for an appointment.';

/** Tells the code, the time and the therapist. Its text holds no other six digits in a row. */
export function holdCodeMail(unsent: UnsentCode, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: ['Hello,'] },
    { kind: 'sentence', runs: ['Here is the code to book your appointment with ', nameRun(unsent.therapist_name), '.'] },
    { kind: 'code', label: 'Code', code: unsent.code },
    { kind: 'facts', rows: timeRows(unsent, visitorZone(unsent), THERAPISTS_TIME) },
    { kind: 'sentence', runs: [LASTS] },
    { kind: 'not-you', runs: [NOT_YOU] },
    { kind: 'small', text: FOOTER },
  ];
  return mailOf(
    { title: subjectWith(SUBJECT, 'with', unsent.therapist_name), blocks },
    {
      // Each code of a hold has its own mail.
      messageId: `<${unsent.id}.${unsent.code_sent_at.getTime()}.code@${mailHost(publicUrl)}>`,
      to: { address: unsent.email },
      inNameOf: unsent.therapist_name,
    },
  );
}
