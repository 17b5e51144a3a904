import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import type { UnsentFormCode } from './answer.repository';

const SUBJECT = 'Your code for a form';
const LASTS = 'It works for 10 minutes, in the browser that asked for it.';
const NOT_YOU = 'Somebody else has the link to your form, or sits where you opened it before. Tell nobody the code: without it they do not see your answers. Please ask your therapist to take the form back and to send you a new one.';
const FOOTER = 'Sent by Attune because a form for you that has answers already was opened.';

/** Its text holds no other six digits in a row. */
export function formCodeMail(unsent: UnsentFormCode, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: ['Hello,'] },
    { kind: 'sentence', runs: ['Here is the code to go on with the form for ', nameRun(unsent.therapist_name), '.'] },
    { kind: 'code', label: 'Code', code: unsent.code },
    { kind: 'sentence', runs: [LASTS] },
    { kind: 'not-you', runs: [NOT_YOU] },
    { kind: 'small', text: FOOTER },
  ];
  return mailOf(
    { title: subjectWith(SUBJECT, 'from', unsent.therapist_name), blocks },
    { messageId: `<${unsent.id}.code@${mailHost(publicUrl)}>`, to: { address: unsent.client_email }, inNameOf: unsent.therapist_name },
  );
}
